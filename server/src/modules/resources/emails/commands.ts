import type { Database } from '@hostler/database';
import { type Command, command, integer, optional, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE, MACHINES } from '#kernel/staff-roles.ts';
import { describeOwned } from '../owned.ts';
import type { MailDomainOperatorService } from './domains/operator-service.ts';
import { MAIL_DOMAIN_STATUSES } from './domains/schemas.ts';
import type { EmailOperatorService } from './operator-service.ts';
import { MAILBOX_STATUSES, StaffMailbox } from './schemas.ts';

interface Dependencies {
  db: Database;
  emails: EmailOperatorService;
  mailDomains: MailDomainOperatorService;
}

const account = optional(integer('Filter by account id.'));
const id = integer('Mailbox id.');

export function emailCommands({ db, emails, mailDomains }: Dependencies): Command[] {
  return [
    listCommand({
      name: 'email list',
      route: { roles: EVERY_ROLE, data: describeOwned('OwnedMailbox', StaffMailbox) },
      summary: 'List mailboxes.',
      options: { account },
      columns: ['id', 'account_id', 'address', 'status', 'suspended_by', 'quota_mb', 'used_mb'],
      statuses: MAILBOX_STATUSES,
      searched: 'address, aliases, forwards',
      page: async ({ account, ...given }) => db.read(emails.list({ ...given, account_id: account })),
    }),
    command({
      name: 'email suspend',
      route: { roles: MACHINES },
      summary: 'Suspend a mailbox. Sign-in and sending are blocked. Incoming mail is kept. Only staff can resume it.',
      options: { id },
      run: (given) => db.write(() => emails.suspend(given)),
    }),
    command({
      name: 'email resume',
      route: { roles: MACHINES },
      summary: 'Resume a suspended mailbox.',
      options: { id },
      run: (given) => db.write(() => emails.resume(given)),
    }),
    command({
      name: 'email remove',
      route: { roles: MACHINES },
      summary: 'Remove a mailbox with its aliases and mail.',
      options: { id },
      run: (given) => db.write(() => emails.remove(given)),
    }),
    listCommand({
      name: 'email domain list',
      route: { roles: EVERY_ROLE },
      summary: 'List mail domains with their verification status.',
      options: { account },
      statuses: MAIL_DOMAIN_STATUSES,
      searched: 'domain',
      page: async ({ account, ...given }) => db.read(mailDomains.list({ ...given, account_id: account })),
      cursorOf: ({ domain_id }) => domain_id,
    }),
    command({
      name: 'email domain verify',
      route: { roles: MACHINES, id: 'domain' },
      summary: 'Verify the ownership and DNS records of a mail domain now.',
      options: { domain: text('Domain name.') },
      run: (given) => mailDomains.verify(given),
    }),
  ];
}
