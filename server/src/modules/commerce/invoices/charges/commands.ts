import { type Command, command, flag, integer, optional, text, time } from '../../../../kernel/command.ts';
import type { Database } from '../../../../kernel/db/database.ts';
import { listCommand } from '../../../../kernel/list-command.ts';
import type { ChargeOperatorService } from './operator-service.ts';

const account = integer('The customer.');
const columns = ['id', 'kind', 'description', 'amount', 'currency', 'tax_included', 'due_at'];

export function chargeCommands({ db, charges }: { db: Database; charges: ChargeOperatorService }): Command[] {
  return [
    command({
      name: 'charge add',
      summary: 'Charge a customer for something, or give back; it stands on the next invoice of its due day.',
      options: {
        account,
        description: text('What it is, as it stands on the invoice.'),
        amount: text('For one, in minor units; `--amount=-990` gives back.'),
        quantity: integer('How many.', { default: 1 }),
        currency: optional(text('ISO 4217; that of the account when absent.')),
        tax_included: flag('The tax is in the amount.'),
        due: optional(time('Until when it is to be paid; in 14 days when absent.', { field: 'due_at' })),
      },
      run: ({ account, due, ...charge }) =>
        db.write(() => charges.add({ ...charge, account_id: account, due_at: due })),
    }),
    listCommand({
      name: 'charge list',
      summary: 'List what a customer was charged for and no invoice has yet.',
      options: { account },
      columns,
      searched: 'description',
      page: async ({ account, ...given }) => db.read(charges.list({ ...given, account_id: account })),
    }),
    command({
      name: 'charge remove',
      summary: 'Take a charge out of its draft; what stands on an invoice is credited instead.',
      options: { account, id: integer('The charge.') },
      run: ({ account, id }) => db.write(() => charges.remove({ account_id: account, id })),
    }),
  ];
}
