import type { Database } from '@hostler/database';
import type { PaymentEngine } from '#engines/payment/driver.ts';
import type { Clock } from '#kernel/time.ts';
import type { InvoiceService } from '../invoices/index.ts';
import { paymentCommands } from './commands.ts';
import { createStatementOperatorService } from './imports/operator-service.ts';
import { unmatchedLines } from './imports/today.ts';
import type { Money } from './money.ts';
import { createPaymentOperatorService } from './operator-service.ts';
import { payoutCommands } from './payouts/commands.ts';
import { createPayoutOperatorService } from './payouts/operator-service.ts';
import type { RefundService } from './refunds/index.ts';

export type { StatementOperatorService } from './imports/operator-service.ts';
export type { PaymentOperatorService } from './operator-service.ts';
export type { PayoutOperatorService } from './payouts/operator-service.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  engine: PaymentEngine;
  invoices: InvoiceService;
  money: Money;
  refunds: RefundService;
}

/** The staff operations: payments, payouts and bank statements. */
export function composeStaff({ db, clock, engine, invoices, money, refunds }: Dependencies) {
  const payments = createPaymentOperatorService({ clock, invoices, refunds, ...money });
  const statements = createStatementOperatorService({ db, clock, invoices, payments: money.payments });
  const payouts = createPayoutOperatorService({ db, clock });
  return {
    operator: { payments, payouts, statements },
    today: [unmatchedLines],
    checks: [
      { name: 'bank lines', check: statements.check },
      { name: 'payouts', check: payouts.check },
    ],
    commands: [
      ...paymentCommands({ db, payments, statements, readStatement: engine.readStatement }),
      ...payoutCommands({ db, payouts }),
    ],
  };
}
