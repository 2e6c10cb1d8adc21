import type { Database } from '@hostler/database';
import { type Command, integer, optional } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import { describeOwned } from '../owned.ts';
import type { DomainOperatorService } from './operator-service.ts';
import { DOMAIN_STATUSES, Domain } from './schemas.ts';

export function domainCommands({ db, domains }: { db: Database; domains: DomainOperatorService }): Command[] {
  return [
    listCommand({
      name: 'domain list',
      route: { roles: EVERY_ROLE, data: describeOwned('OwnedDomain', Domain) },
      summary: 'List domains.',
      options: { account: optional(integer('Filter by account id.')) },
      columns: ['id', 'account_id', 'domain', 'status', 'dns_status', 'hosting_id', 'mailboxes', 'created_at'],
      statuses: DOMAIN_STATUSES,
      searched: 'domain',
      page: async ({ account, ...given }) => db.read(domains.list({ ...given, account_id: account })),
    }),
  ];
}
