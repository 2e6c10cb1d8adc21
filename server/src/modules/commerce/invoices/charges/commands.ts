import type { Database } from '@hostler/database';
import { type Command, command, flag, integer, optional, text, time } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { MONEY, MONEY_READERS } from '#kernel/staff-roles.ts';
import { StaffCharge } from '../operator-schemas.ts';
import type { ChargeOperatorService } from './operator-service.ts';

const account = integer('Account id.');
const columns = ['id', 'account_id', 'kind', 'description', 'amount', 'currency', 'tax_included', 'due_at'];

export function chargeCommands({ db, charges }: { db: Database; charges: ChargeOperatorService }): Command[] {
  return [
    command({
      name: 'charge add',
      route: { roles: MONEY },
      summary: 'Add a charge to the next invoice of an account. A negative amount reduces the invoice.',
      options: {
        account,
        description: text('Description on the invoice.'),
        amount: text('Unit price in minor units. Write a negative amount as `--amount=-990`.'),
        quantity: integer('Quantity.', { default: 1 }),
        currency: optional(text('ISO 4217 currency code. Default: the currency of the account.')),
        tax_included: flag('The amount includes tax.'),
        due: optional(time('Due date. Default: in 14 days.', { field: 'due_at' })),
      },
      run: ({ account, due, ...charge }) =>
        db.write(() => charges.add({ ...charge, account_id: account, due_at: due })),
    }),
    listCommand({
      name: 'charge list',
      route: { roles: MONEY_READERS, data: StaffCharge },
      summary: 'List charges that are not invoiced yet.',
      options: { account: optional(integer('Filter by account id.')) },
      columns,
      searched: 'description',
      page: async ({ account, ...given }) => db.read(charges.list({ ...given, account_id: account })),
    }),
    command({
      name: 'charge remove',
      route: { roles: MONEY },
      summary: 'Remove a charge that is not invoiced yet. To correct an issued invoice, use `hostler invoice credit`.',
      options: { account, id: integer('Charge id.') },
      run: ({ account, id }) => db.write(() => charges.remove({ account_id: account, id })),
    }),
  ];
}
