import type { Database, Query } from '@hostler/database';
import type { PaymentEngine } from '#engines/payment/driver.ts';
import type { Logger } from '#kernel/log.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { Clock } from '#kernel/time.ts';
import type { InvoiceService } from '../../invoices/index.ts';
import { tellOfDecline, tellOfLostAuthorization } from '../customer-mail.ts';
import { cancelMandateJob, pollSetups } from '../methods/jobs.ts';
import { createKeeping } from '../methods/keeping.ts';
import { createMethodService, methodsLimit } from '../methods/service.ts';
import type { Money } from '../money.ts';
import { endAuthorizationJob } from './authorizations/jobs.ts';
import { createAuthorizations } from './authorizations/service.ts';
import { chargeFailures } from './failures.ts';
import { chargeJob } from './jobs.ts';
import { createOutcome } from './outcome.ts';
import { createPaying } from './paying.ts';
import { pollPayments } from './polling/jobs.ts';
import { createChargingService } from './service.ts';

export type { MethodService } from '../methods/service.ts';
export type { ChargingService } from './service.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  links: Links;
  engine: PaymentEngine;
  invoices: InvoiceService;
  money: Money;
  isBillingHeld: () => Query<boolean>;
}

/** Payments through providers: saved methods, automatic charges, and payments on a page of the provider. */
export function composeCharging(dependencies: Dependencies) {
  const { db, clock, log, mailer, links, engine, invoices, money, isBillingHeld } = dependencies;
  const { payments, findDriver, followers, tellStaff } = money;
  const { drivers } = engine;
  const methods = createMethodService();
  const charging = createChargingService({ clock, invoices, methods, findDriver, followers });
  const keepMethod = createKeeping({ methods, onNew: charging.chargeRefused });
  const onLost = tellOfLostAuthorization({ mailer, links, tellStaff });
  const authorizations = createAuthorizations({ clock, payments, followers, onLost });
  invoices.follow(authorizations.follower);
  const onFailed = tellOfDecline({ mailer, links });
  const recordOutcome = createOutcome({ payments, keepMethod, onFailed, authorizations });
  const paying = createPaying({ db, clock, links, invoices, charging, methods, recordOutcome, drivers });
  return {
    methods,
    charging,
    authorizations,
    keepMethod,
    recordOutcome,
    paying,
    limits: [methodsLimit],
    failures: [chargeFailures({ charging, isBillingHeld })],
    jobs: [
      chargeJob({ db, clock, invoices, findDriver, recordOutcome, isBillingHeld }),
      endAuthorizationJob({ db, clock, findDriver, recordOutcome }),
      cancelMandateJob({ db, findDriver }),
    ],
    recurring: [
      pollPayments({ db, log, findDriver, recordOutcome, isBillingHeld }),
      pollSetups({ db, log, methods, keepMethod, findDriver }),
    ],
  };
}
