import type { Database } from '@hostler/database';
import { type Command, command, integer, optional, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { Nullable, Resource } from '#kernel/schema.ts';
import { EVERY_ROLE, MACHINES } from '#kernel/staff-roles.ts';
import { Type } from '#kernel/type.ts';
import { describeOwned } from '../owned.ts';
import type { FirewallOperatorService } from './operator-service.ts';
import { FIREWALL_STATUSES, Firewall } from './schemas.ts';

const { id, name, status, created_at, updated_at } = Firewall.properties;
const Summary = Resource('FirewallSummary', 'A firewall as staff see it.', {
  ...{ id, name, status },
  inbound_rules: Type.Integer({ description: 'Number of inbound rules.' }),
  outbound_rules: Type.Integer({ description: 'Number of outbound rules.' }),
  servers: Type.Integer({ description: 'Number of servers that the firewall is attached to.' }),
  error: Nullable(Type.String({ description: 'Reason of the status `failed`; null otherwise.' })),
  ...{ created_at, updated_at },
});

interface Dependencies {
  db: Database;
  firewalls: FirewallOperatorService;
}

export function firewallCommands({ db, firewalls }: Dependencies): Command[] {
  return [
    listCommand({
      name: 'firewall list',
      route: { roles: EVERY_ROLE, data: describeOwned('OwnedFirewall', Summary) },
      summary: 'List the firewalls of customers.',
      options: { account: optional(integer('Filter by account id.')) },
      columns: [
        'id',
        'account_id',
        'account_name',
        'name',
        'status',
        'inbound_rules',
        'outbound_rules',
        'servers',
        'error',
      ],
      statuses: FIREWALL_STATUSES,
      searched: 'name',
      page: async ({ account, ...given }) => db.read(firewalls.list({ ...given, account_id: account })),
    }),
    command({
      name: 'hosting isolate',
      route: { roles: MACHINES, status: 202 },
      summary: 'Turn off the network of a VPS. It keeps running, and its console works.',
      options: { id: integer('VPS id.'), reason: text('Reason, visible to the customer.') },
      run: (given) => db.write(() => firewalls.isolate(given)),
    }),
    command({
      name: 'hosting release',
      route: { roles: MACHINES, status: 202 },
      summary: 'Turn on the network of an isolated VPS.',
      options: { id: integer('VPS id.') },
      run: (given) => db.write(() => firewalls.release(given)),
    }),
    command({
      name: 'account allow-smtp',
      route: { roles: MACHINES },
      summary: 'Allow outgoing mail (TCP port 25) from the servers of an account.',
      options: { account: integer('Account id.') },
      run: ({ account }) => db.write(() => firewalls.allowSmtp({ account_id: account })),
    }),
    command({
      name: 'account block-smtp',
      route: { roles: MACHINES },
      summary: 'Block outgoing mail (TCP port 25) from the servers of an account.',
      options: { account: integer('Account id.') },
      run: ({ account }) => db.write(() => firewalls.blockSmtp({ account_id: account })),
    }),
  ];
}
