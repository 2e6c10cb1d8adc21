import type { Database } from '../../../kernel/db/database.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import type { InvoiceService } from '../invoices/index.ts';
import type { Subscriptions } from '../subscriptions/index.ts';
import { paymentCommands } from './commands.ts';
import { migrations } from './migrations.ts';
import { createPaymentOperatorService, type PaymentOperatorService } from './operator-service.ts';
import { createPaymentService, type PaymentService } from './service.ts';

export type { PaymentOperatorService, PaymentService };

interface Dependencies {
  db: Database;
  clock: Clock;
  invoices: InvoiceService;
  subscriptions: Subscriptions;
}

interface PaymentsModule extends Module {
  operator: { payments: PaymentOperatorService };
  customer: { payments: PaymentService };
}

export function paymentsModule({ db, clock, invoices, subscriptions }: Dependencies): PaymentsModule {
  const payments = createPaymentService({ invoices, subscriptions });
  const operator = createPaymentOperatorService({ clock, payments });
  return {
    name: 'payments',
    migrations,
    commands: paymentCommands({ db, payments: operator }),
    operator: { payments: operator },
    customer: { payments },
  };
}
