import { viewPage } from '../../../kernel/db/page.ts';
import { command, list, type Route, show } from '../../../kernel/http/route.ts';
import type { MailboxSecret } from './password.ts';
import {
  MAILBOX_STATUSES,
  Mailbox,
  MailboxChange,
  MailboxFilters,
  MailboxWithPassword,
  NewMailbox,
  NewPassword,
} from './schemas.ts';
import type { EmailService } from './service.ts';
import { viewMailbox } from './view.ts';

const id = { aliases: ['email_id'], description: 'The mailbox.' };
const ONCE = 'It is in this answer and nowhere else.';

export function emailRoutes(emails: EmailService): Route[] {
  /** Hashed before the transaction, which cannot wait for it. */
  const secrets = new WeakMap<object, MailboxSecret>();
  const secretOf = (call: object) => {
    const secret = secrets.get(call);
    if (!secret) throw new Error('the password was not hashed before the call');
    return secret;
  };

  return [
    list({
      path: '/emails',
      access: 'emails.read',
      summary: 'List mailboxes',
      description: 'The search looks at the address.',
      item: Mailbox,
      statuses: MAILBOX_STATUSES,
      filters: MailboxFilters,
      *handle({ caller, query }, page) {
        return viewPage(yield* emails.list(caller.account.id, page, query.domain_id), viewMailbox);
      },
    }),
    show({
      path: '/emails/show',
      access: 'emails.read',
      summary: 'Show a mailbox',
      id,
      data: Mailbox,
      *handle(call) {
        return viewMailbox(yield* emails.find(call.caller.account.id, call.id));
      },
    }),
    command({
      path: '/emails',
      access: 'emails.write',
      summary: 'Create a mailbox',
      description: `On a domain of the account. Where no password is given one is made. ${ONCE} The mail server follows within seconds, and takes mail for the domain once it is proved to be yours: see \`/emails/domains\`. An address that is a mailbox or an alias already is refused.`,
      status: 201,
      message: 'Mailbox created. If a password was made for it, keep that: it is not shown again.',
      body: NewMailbox,
      data: MailboxWithPassword,
      secret: true,
      errors: ['NOT_FOUND', 'CONFLICT', 'QUOTA_EXCEEDED'],
      async check(call) {
        secrets.set(call, await emails.hashNew(call.caller.account.id, call.body));
      },
      *handle(call) {
        const { caller, body, now } = call;
        const secret = secretOf(call);
        const mailbox = yield* emails.create(caller.account.id, body, secret, now);
        return { ...viewMailbox(mailbox), password: secret.generated };
      },
    }),
    command({
      path: '/emails/update',
      access: 'emails.write',
      summary: 'Change a mailbox',
      description:
        'What is left out stays as it is; `aliases` and `forward_to` are replaced as a whole. A suspended mailbox lets nobody sign in or send; what comes in is kept. What staff suspended, staff alone resume.',
      status: 200,
      message: 'Mailbox changed.',
      id,
      body: MailboxChange,
      data: Mailbox,
      errors: ['CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, id, body, now }) {
        return viewMailbox(yield* emails.update(caller.account.id, id, body, { by: 'customer', now }));
      },
    }),
    command({
      path: '/emails/password',
      access: 'emails.write',
      summary: 'Give a mailbox a new password',
      description: `Where none is given one is made. ${ONCE} The mail server follows within seconds; the old one ends then.`,
      status: 200,
      message: 'Password changed. If one was made, keep it: it is not shown again.',
      id,
      body: NewPassword,
      data: MailboxWithPassword,
      secret: true,
      async check(call) {
        secrets.set(call, await emails.hashPassword(call.caller.account.id, call.body.password));
      },
      *handle(call) {
        const { caller, id, now } = call;
        const secret = secretOf(call);
        const mailbox = yield* emails.setPassword(caller.account.id, id, secret, now);
        return { ...viewMailbox(mailbox), password: secret.generated };
      },
    }),
    command({
      path: '/emails/remove',
      access: 'emails.write',
      summary: 'Remove a mailbox',
      description:
        'With its aliases and all of its mail, for good. The addresses are free at once. Answers the mailbox as it last was.',
      status: 200,
      message: 'Mailbox removed.',
      id,
      data: Mailbox,
      errors: ['CONFLICT'],
      *handle({ caller, id, now }) {
        return viewMailbox(yield* emails.remove(caller.account.id, id, now));
      },
    }),
  ];
}
