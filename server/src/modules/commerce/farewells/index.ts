import type { Database } from '@hostler/database';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import { type Clock, DAY } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { StaffMail } from '../../identity/people/index.ts';
import type { Tickets } from '../../support/tickets/index.ts';
import type { InvoiceService } from '../invoices/index.ts';
import type { CustomerSubscriptions } from '../subscriptions/index.ts';
import { createBooks } from './books.ts';
import { farewellCommands } from './commands.ts';
import { farewellJob } from './jobs.ts';
import { migrations } from './migrations.ts';
import { createFarewellOperatorService, type FarewellOperatorService } from './operator-service.ts';
import { farewellRoutes } from './panel-routes.ts';
import { createFarewellService } from './service.ts';
import { forgetFarewells } from './store.ts';

export type { FarewellOperatorService };

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
}

interface FarewellsModule extends Module {
  operator: { farewells: FarewellOperatorService };
}

/** Lets people cancel or withdraw from a contract without signing in. */
export function farewellsModule({ db, invoices, subscriptions, ...given }: Dependencies): FarewellsModule {
  const books = createBooks({ invoices, subscriptions });
  const farewells = createFarewellService({ ...given, books, subscriptions });
  const operator = createFarewellOperatorService();
  return {
    name: 'farewells',
    migrations,
    panelTags: { farewells: 'Cancellation and withdrawal without signing in.' },
    panelRoutes: farewellRoutes({ db, farewells }),
    jobs: [farewellJob({ db, farewells })],
    forgets: [
      {
        name: 'farewells.forget-old',
        everyMs: DAY,
        forget: (now, limit) => forgetFarewells({ before: now - KEPT_MS, limit }),
      },
    ],
    commands: farewellCommands({ db, farewells: operator }),
    operator: { farewells: operator },
  };
}
