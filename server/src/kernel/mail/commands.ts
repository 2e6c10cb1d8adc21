import type { Database } from '@hostler/database';
import { type Command, command, integer, optional, text } from '../command.ts';
import { listCommand } from '../list-command.ts';
import { MONEY_READERS, OWNERS } from '../staff-roles.ts';
import type { MailOperatorService } from './operator-service.ts';
import { MAIL_STATUSES, SentMail, SentMailText } from './schemas.ts';

export function mailCommands({ db, mails }: { db: Database; mails: MailOperatorService }): Command[] {
  const id = integer('Mail id.');
  return [
    listCommand({
      name: 'mail list',
      route: { roles: MONEY_READERS, data: SentMail },
      summary: 'List mail to customers and staff, with the response of the mail server.',
      options: {
        account: optional(integer('Filter by account id.')),
        kind: optional(text('Filter by kind, such as invoice.')),
        cause: optional(text('Filter by cause, such as "invoice 17".')),
      },
      columns: ['id', 'account_id', 'recipient', 'subject', 'kind', 'status', 'attempts', 'response', 'created_at'],
      statuses: MAIL_STATUSES,
      searched: 'recipient, subject, kind, cause',
      page: async ({ account, ...given }) => db.read(mails.list({ ...given, account_id: account })),
    }),
    command({
      name: 'mail show',
      route: { roles: MONEY_READERS, data: SentMailText },
      summary: 'Show a mail with its text. Secrets of access links are left out.',
      options: { id },
      run: async (given, { staff }) => db.read(mails.show({ ...given, roles: staff?.roles })),
    }),
    command({
      name: 'mail resend',
      route: { roles: MONEY_READERS, data: SentMail },
      summary: 'Send a mail again.',
      options: { id },
      run: (given, { staff }) => db.write(() => mails.resend({ ...given, roles: staff?.roles })),
    }),
    command({
      name: 'mail test',
      route: { roles: OWNERS, data: SentMail },
      summary: 'Send a test mail.',
      options: { to: text('E-mail address of the recipient.') },
      run: (given) => db.write(() => mails.test(given)),
    }),
  ];
}
