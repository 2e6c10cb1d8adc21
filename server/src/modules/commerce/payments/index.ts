import type { Database, Query } from '@hostler/database';
import type { PaymentEngine } from '#engines/payment/driver.ts';
import type { Logger } from '#kernel/log.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { InvoiceService } from '../invoices/index.ts';
import type { Authorizations } from './charging/authorizations/service.ts';
import { type ChargingService, composeCharging, type MethodService } from './charging/index.ts';
import { balanceOf } from './ledger/service.ts';
import { migrations } from './migrations.ts';
import type { Money } from './money.ts';
import { paymentPanelRoutes } from './panel-routes.ts';
import { composeNotices } from './provider-events/index.ts';
import { composeRefunds } from './refunds/index.ts';
import { paymentRoutes } from './routes.ts';
import {
  composeStaff,
  type PaymentOperatorService,
  type PayoutOperatorService,
  type StatementOperatorService,
} from './staff.ts';
import { hasPendingPayment } from './store.ts';

export { type KnownCard, listCards } from './cards.ts';
export { USUAL_CURRENCY } from './customer.ts';
export { createMoney } from './money.ts';
export { findAuthorizedUntil } from './store.ts';
export type { PaymentOperatorService, PayoutOperatorService, StatementOperatorService };
export { balanceOf };

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

/** The part of payments that other modules use. */
export interface Payments extends Pick<ChargingService, 'charge' | 'chargeOrder' | 'chargeChange' | 'isUnderWay'> {
  readonly balanceOf: typeof balanceOf;
  /**
   * Captures the authorised card payments of orders that are no longer in review. Returns how many. The result follows:
   * a captured payment pays the invoice, and a failed one is reported to staff and the customer.
   */
  readonly settleAuthorized: Authorizations['settle'];
  /** Locks the money of these accounts until the end of the transaction. */
  readonly holdMoney: Money['hooks']['holdMoney'];
  /** Returns whether a payment is in progress, or a reversal is not settled. The account is not suspended meanwhile. */
  readonly isUnsettled: (accountId: number) => Query<boolean>;
  /** Returns whether the account can be charged automatically. */
  readonly hasMandate: (accountId: number) => Query<boolean>;
  readonly listFingerprints: MethodService['listFingerprints'];
}

/** Operations on the payments of an account. */
export type CustomerPayments = Money['payments'] &
  ChargingService & {
    keepMethod: ReturnType<typeof composeCharging>['keepMethod'];
    restore: Money['reversals']['restore'];
  };

interface PaymentsModule extends Module {
  payments: Payments;
  operator: ReturnType<typeof composeStaff>['operator'];
  customer: { payments: CustomerPayments };
}

export function paymentsModule(dependencies: Dependencies): PaymentsModule {
  const { engine, money } = dependencies;
  const { payments, reversals, hooks } = money;
  const { charging, authorizations, methods, keepMethod, recordOutcome, paying, ...charges } =
    composeCharging(dependencies);
  const { refunds, ...refunding } = composeRefunds(dependencies);
  const providerEvents = composeNotices({ ...dependencies, recordOutcome, keepMethod, refunds, reversals });
  const staff = composeStaff({ ...dependencies, refunds });
  return {
    name: 'payments',
    migrations,
    limits: charges.limits,
    routes: paymentRoutes(payments),
    panelRoutes: paymentPanelRoutes({ methods, paying, drivers: engine.drivers }),
    panelTags: { billing: 'Payments, saved payment methods and the billing profile.' },
    pages: providerEvents.pages,
    jobs: [...charges.jobs, ...refunding.jobs],
    recurring: [...charges.recurring, ...refunding.recurring],
    forgets: providerEvents.forgets,
    failures: charges.failures,
    checks: staff.checks,
    today: staff.today,
    commands: staff.commands,
    payments: {
      balanceOf,
      holdMoney: hooks.holdMoney,
      charge: charging.charge,
      chargeOrder: charging.chargeOrder,
      chargeChange: charging.chargeChange,
      isUnderWay: charging.isUnderWay,
      settleAuthorized: authorizations.settle,
      *isUnsettled(accountId) {
        return (yield* hasPendingPayment(accountId)) || (yield* reversals.findChargingStop(accountId)) !== undefined;
      },
      *hasMandate(accountId) {
        return (yield* methods.findDefault(accountId)) !== undefined && !(yield* reversals.findChargingStop(accountId));
      },
      listFingerprints: methods.listFingerprints,
    },
    operator: staff.operator,
    customer: { payments: { ...payments, ...charging, keepMethod, restore: reversals.restore } },
  };
}
