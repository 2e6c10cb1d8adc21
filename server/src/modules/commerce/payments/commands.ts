import { type Command, command, integer, text } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { type PaymentOperatorService, USUAL_METHOD } from './operator-service.ts';

export function paymentCommands({ db, payments }: { db: Database; payments: PaymentOperatorService }): Command[] {
  return [
    command({
      name: 'invoice pay',
      summary: 'Record that an invoice was paid in full.',
      options: {
        id: integer('The invoice.'),
        method: text('How it was paid.', { default: USUAL_METHOD }),
      },
      run: ({ id, method }) => db.write(() => payments.create({ invoice_id: id, method })),
    }),
  ];
}
