import { type Command, command, integer, text } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { Clock } from '../../../kernel/time.ts';
import { requireInvoiceOwner } from '../invoices/index.ts';
import type { PaymentService } from './service.ts';
import { viewPayment } from './view.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  payments: PaymentService;
}

export function paymentCommands({ db, clock, payments }: Dependencies): Command[] {
  return [
    command({
      name: 'invoice pay',
      summary: 'Record that an invoice was paid in full.',
      options: {
        id: integer('The invoice.'),
        method: text('How it was paid.', { default: 'manual' }),
      },
      run: ({ id, method }) =>
        db.write(function* () {
          const accountId = yield* requireInvoiceOwner(id);
          const { payment, invoice } = yield* payments.pay(accountId, id, method, clock.now());
          return viewPayment(payment, invoice);
        }),
    }),
  ];
}
