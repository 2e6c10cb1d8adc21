import type { Database } from '@hostler/database';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { type Clock, DAY } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { Tickets } from '../../support/tickets/index.ts';
import type { InvoiceService } from '../invoices/index.ts';
import type { CustomerSubscriptions } from '../subscriptions/index.ts';
import { createBooks } from './books.ts';
import { cancellationCommands } from './commands.ts';
import { cancellationJob } from './jobs.ts';
import { migrations } from './migrations.ts';
import { type CancellationOperatorService, createCancellationOperatorService } from './operator-service.ts';
import { cancellationRoutes } from './panel-routes.ts';
import { createCancellationService } from './service.ts';
import { forgetCancellations } from './store.ts';

export type { CancellationOperatorService };

/** Declarations are kept for as long as a claim may arise from them. */
const KEPT_MS = 3 * 365 * DAY;

interface Dependencies {
  db: Database;
  clock: Clock;
  links: Links;
  mailer: Mailer;
  staffMail: StaffMail;
  tickets: Tickets;
  invoices: InvoiceService;
  subscriptions: CustomerSubscriptions;
  settings: { readonly timeZone: string };
}

interface CancellationsModule extends Module {
  operator: { cancellations: CancellationOperatorService };
}

/** Lets people cancel or withdraw from a contract without signing in. */
export function cancellationsModule({ db, invoices, subscriptions, ...given }: Dependencies): CancellationsModule {
  const books = createBooks({ invoices, subscriptions });
  const cancellations = createCancellationService({ ...given, books, subscriptions });
  const operator = createCancellationOperatorService();
  return {
    name: 'farewells',
    migrations,
    panelTags: { farewells: 'Cancellation and withdrawal without signing in.' },
    panelRoutes: cancellationRoutes({ db, cancellations }),
    jobs: [cancellationJob({ db, cancellations })],
    forgets: [
      {
        name: 'farewells.forget-old',
        everyMs: DAY,
        forget: (now, limit) => forgetCancellations({ before: now - KEPT_MS, limit }),
      },
    ],
    commands: cancellationCommands({ db, cancellations: operator }),
    operator: { cancellations: operator },
  };
}
