import type { Database } from '@hostler/database';
import { type Command, integer, optional, text, time } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import type { AddressOperatorService } from './operator-service.ts';
import { Assignment } from './schemas.ts';

export function addressCommands({ db, addresses }: { db: Database; addresses: AddressOperatorService }): Command[] {
  return [
    listCommand({
      name: 'address list',
      route: { roles: EVERY_ROLE, data: Assignment },
      summary: 'List the IP addresses of servers.',
      options: { account: optional(integer('Filter by account id.')) },
      columns: ['id', 'address', 'hosting_id', 'hostname', 'account_id', 'account_name', 'assigned_at'],
      searched: 'address, host name',
      page: async ({ account, ...given }) => db.read(addresses.list({ ...given, account_id: account })),
    }),
    listCommand({
      name: 'address history',
      route: { roles: EVERY_ROLE, id: 'address', data: Assignment },
      summary: 'List the servers and accounts that used an IP address, including terminated servers.',
      options: {
        address: text('IPv4 or IPv6 address.'),
        at: optional(time('Only the server that used the address at this time.')),
      },
      columns: ['id', 'address', 'hosting_id', 'hostname', 'account_id', 'account_name', 'assigned_at', 'released_at'],
      page: async (given) => db.read(addresses.history(given)),
    }),
  ];
}
