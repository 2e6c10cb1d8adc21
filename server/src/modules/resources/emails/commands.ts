import { type Command, command, integer, optional, text } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { listCommand } from '../../../kernel/list-command.ts';
import type { MailDomainOperatorService } from './domains/operator-service.ts';
import { MAIL_DOMAIN_STATUSES } from './domains/schemas.ts';
import type { EmailOperatorService } from './operator-service.ts';
import { MAILBOX_STATUSES } from './schemas.ts';

interface Dependencies {
  db: Database;
  emails: EmailOperatorService;
  mailDomains: MailDomainOperatorService;
}

const account = optional(integer('The customer.'));
const id = integer('The mailbox.');

export function emailCommands({ db, emails, mailDomains }: Dependencies): Command[] {
  return [
    listCommand({
      name: 'email list',
      summary: 'List mailboxes of all customers, or of one.',
      options: { account },
      columns: ['id', 'account_id', 'address', 'status', 'suspended_by', 'quota_mb', 'used_mb'],
      statuses: MAILBOX_STATUSES,
      searched: 'address, aliases, forwards',
      page: async ({ account, ...given }) => db.read(emails.list({ ...given, account_id: account })),
    }),
    command({
      name: 'email suspend',
      summary: 'Let nobody sign in to a mailbox or send from it; what comes in is kept. Only staff resume it.',
      options: { id },
      run: (given) => db.write(() => emails.suspend(given)),
    }),
    command({
      name: 'email resume',
      summary: 'Let its owner use a suspended mailbox again.',
      options: { id },
      run: (given) => db.write(() => emails.resume(given)),
    }),
    command({
      name: 'email remove',
      summary: 'Remove a mailbox with its aliases and all of its mail.',
      options: { id },
      run: (given) => db.write(() => emails.remove(given)),
    }),
    listCommand({
      name: 'email domain list',
      summary: 'List the domains with mail of all customers, or of one, and whether they are proved.',
      options: { account },
      statuses: MAIL_DOMAIN_STATUSES,
      searched: 'domain',
      page: async ({ account, ...given }) => db.read(mailDomains.list({ ...given, account_id: account })),
      cursorOf: ({ domain_id }) => domain_id,
    }),
    command({
      name: 'email domain verify',
      summary: 'Look for the proof and the records of a domain in the DNS now.',
      options: { domain: text('Its name.') },
      run: (given) => mailDomains.verify(given),
    }),
  ];
}
