import { type Command, command, integer, optional } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { InvoiceOperatorService } from './operator-service.ts';

export function invoiceCommands({ db, invoices }: { db: Database; invoices: InvoiceOperatorService }): Command[] {
  return [
    command({
      name: 'invoice list',
      summary: 'List the invoices of all customers, or of one.',
      options: { account: optional(integer('Only of this customer.')) },
      columns: ['id', 'account_id', 'number', 'status', 'total', 'amount_due', 'currency', 'due_at'],
      run: async ({ account }) => db.read(invoices.list({ account_id: account })),
    }),
  ];
}
