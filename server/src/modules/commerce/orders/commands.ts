import type { Database } from '@hostler/database';
import { type Command, choice, command, integer, list, optional, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { MONEY, MONEY_READERS } from '#kernel/staff-roles.ts';
import type { OrderOperatorService } from './operator-service.ts';
import { BLOCK_KINDS, ORDER_KINDS, ORDER_STATUSES, Order, OrderDetails } from './schemas.ts';

export function orderCommands({ db, orders }: { db: Database; orders: OrderOperatorService }): Command[] {
  const id = integer('Order id.');
  return [
    listCommand({
      name: 'order list',
      route: { roles: MONEY_READERS, data: Order },
      summary: 'List orders of customers, and sign-ups that are or were in review.',
      options: {
        account: optional(integer('Account id.')),
        kind: optional(choice(ORDER_KINDS, 'Filter by kind.')),
      },
      columns: ['id', 'kind', 'status', 'account_id', 'account_name', 'name', 'amount', 'currency', 'age_hours', 'ip'],
      statuses: ORDER_STATUSES,
      searched: 'product, account, e-mail address, IP address',
      page: async ({ account: account_id, ...given }) => db.read(orders.list({ account_id, ...given })),
    }),
    command({
      name: 'order show',
      route: { roles: MONEY_READERS, data: OrderDetails },
      summary: 'Show an order with the billing profile of the customer.',
      options: { id },
      run: async ({ id }) => db.read(orders.show({ id })),
    }),
    command({
      name: 'order approve',
      route: { roles: MONEY, data: Order },
      summary: 'Approve an order or a sign-up that is in review. A paid order is carried out.',
      options: { id },
      run: ({ id }) => db.write(() => orders.approve({ id })),
    }),
    command({
      name: 'order refuse',
      route: { roles: MONEY, data: Order },
      summary: 'Refuse an order or a sign-up that is in review. Payments are returned, and the customer gets a mail.',
      options: {
        id,
        reason: text('Reason, sent to the customer.'),
        block: optional(list(`Data of the customer to block: ${BLOCK_KINDS.join(', ')}.`)),
      },
      run: (given) => db.write(() => orders.refuse(given)),
    }),
  ];
}
