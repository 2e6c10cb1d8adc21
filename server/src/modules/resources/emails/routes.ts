import { viewPage } from '@hostler/database';
import { command, list, type Route, show } from '#kernel/http/route.ts';
import type { MailboxSecret } from './password.ts';
import {
  MAILBOX_ORDERS,
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

const id = { aliases: ['email_id'], description: 'Identifier of the mailbox.' };
const GENERATED = 'If `password` is omitted, one is generated. The password is returned once and cannot be read again.';

export function emailRoutes(emails: EmailService): Route[] {
  /** Hashed before the transaction, which cannot wait for hashing. */
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
      description: 'Lists the mailboxes of the account, newest first. `search` matches the address.',
      item: Mailbox,
      statuses: MAILBOX_STATUSES,
      orders: MAILBOX_ORDERS,
      filters: MailboxFilters,
      *handle({ caller, query }, page) {
        return viewPage(yield* emails.list(caller.account.id, page, query.domain_id), viewMailbox);
      },
    }),
    show({
      path: '/emails/show',
      access: 'emails.read',
      summary: 'Get a mailbox',
      description: 'Returns one mailbox.',
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
      description: `Creates a mailbox on a domain of the account. ${GENERATED} The mail server applies the change within seconds. It accepts mail for the domain once ownership is proved; see \`/emails/domains\`. If the address is already a mailbox or an alias, the error is \`CONFLICT\`.`,
      status: 201,
      message: 'Mailbox created. If a password was generated, keep it: it is not shown again.',
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
      summary: 'Update a mailbox',
      description:
        'Updates a mailbox. Omitted fields keep their values; `aliases` and `forward_to` are replaced as a whole. A suspended mailbox still receives mail, but cannot be signed in to and cannot send. Only staff can resume a mailbox that staff suspended.',
      status: 200,
      message: 'Mailbox updated.',
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
      summary: 'Set a mailbox password',
      description: `Sets a mailbox password. ${GENERATED} The mail server applies the change within seconds; the old password works until then.`,
      status: 200,
      message: 'Password changed. If one was generated, keep it: it is not shown again.',
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
        'Removes a mailbox with its aliases and all of its mail. This cannot be undone. The addresses are free immediately. Returns the removed mailbox.',
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
