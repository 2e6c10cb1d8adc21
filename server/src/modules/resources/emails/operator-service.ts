import type { AccountListRequest, Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import { type Clock, formatOptionalTime } from '#kernel/time.ts';
import { withOwner } from '../owned.ts';
import { findMailboxOwner, listAllMailboxes } from './operator-store.ts';
import type { MailboxStatus } from './schemas.ts';
import type { EmailService } from './service.ts';
import { viewMailbox } from './view.ts';

interface Dependencies {
  clock: Clock;
  emails: EmailService;
}

export type EmailOperatorService = ReturnType<typeof createEmailOperatorService>;

/** Staff operations on customers' mailboxes. Staff can never read mail. */
export function createEmailOperatorService({ clock, emails }: Dependencies) {
  /** Lists the mailboxes of all accounts or of one. */
  function* list(request: AccountListRequest<MailboxStatus> = {}) {
    const rows = yield* listAllMailboxes(request);
    return rows.map((row) =>
      withOwner(row, { ...viewMailbox(row), suspended_at: formatOptionalTime(row.suspended_at) }),
    );
  }

  /** Suspends a mailbox: it can neither sign in nor send. The customer cannot resume it. */
  function suspend({ id }: { id: number }) {
    return setStatus(id, 'suspended');
  }

  function resume({ id }: { id: number }) {
    return setStatus(id, 'active');
  }

  function* setStatus(id: number, status: MailboxStatus) {
    const owner = yield* findOwner(id);
    return viewMailbox(yield* emails.update(owner, id, { status }, { by: 'staff', now: clock.now() }));
  }

  function* remove({ id }: { id: number }) {
    return viewMailbox(yield* emails.remove(yield* findOwner(id), id, clock.now()));
  }

  function* findOwner(id: number): Query<number> {
    const owner = yield* findMailboxOwner(id);
    if (owner === undefined) throw notFound('Mailbox');
    return owner;
  }

  return { list, suspend, resume, remove };
}
