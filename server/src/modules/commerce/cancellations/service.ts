import type { Query } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { dayIn } from '#kernel/calendar.ts';
import { randomBase62, sha256 } from '#kernel/crypto.ts';
import { type AppError, notFound, validationError } from '#kernel/errors.ts';
import { enqueueJob } from '#kernel/jobs/queue.ts';
import type { WriteLetter } from '#kernel/mail/letter.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { sourceOf } from '#kernel/net/networks.ts';
import { type Clock, DAY, HOUR, SECOND } from '#kernel/time.ts';
import { readEmail } from '../../identity/people/index.ts';
import { countAsking } from '../../identity/sign-in/index.ts';
import type { Tickets } from '../../support/tickets/index.ts';
import type { CustomerSubscriptions } from '../subscriptions/index.ts';
import { errors, fieldErrors } from './errors.ts';
import { writeNotice, writeReceipt, writeTicket, writeUnmatched, writeUnmatchedReceipt } from './letters.ts';
import { type Books, findMatch, type Match } from './matching.ts';
import type { CancellationKind, CancelRequest, WithdrawRequest } from './schemas.ts';
import * as store from './store.ts';

const SECRET_LENGTH = 43;
/** Limit over all visitors: each declaration costs mail. */
const MOST_PER_HOUR = 300;
const OBJECTION_MS = 14 * DAY;
const RECEIPT_MS = 365 * DAY;
export const HANDLE_CANCELLATION = 'farewells.handle';

interface Dependencies {
  clock: Clock;
  links: Links;
  mailer: Mailer;
  staffMail: StaffMail;
  tickets: Pick<Tickets, 'report'>;
  books: Books;
  subscriptions: Pick<CustomerSubscriptions, 'cancel' | 'resume'>;
  /** The time zone of the seller, in which contracts end. */
  settings: { readonly timeZone: string };
}

export type CancellationService = ReturnType<typeof createCancellationService>;

export function createCancellationService(deps: Dependencies) {
  const { clock, links, mailer, staffMail, tickets, books, subscriptions } = deps;

  /** A worker looks up the contract afterwards, so that the response reveals nothing. */
  function* receive(kind: CancellationKind, given: CancelRequest | WithdrawRequest, address: string): Query<number> {
    const now = clock.now();
    const { email, wished_end } = { email: readEmail(given.email), wished_end: readDate(given) };
    yield* countAsking(sourceOf(address), now);
    if ((yield* store.countSince(now - HOUR, MOST_PER_HOUR)) >= MOST_PER_HOUR) throw tooMany();
    const { name, contract, reason } = given;
    const said = { name: name.trim(), contract: contract.trim(), reason: reason?.trim() || null };
    const { id } = yield* store.insertCancellation({ kind, email, ...said, wished_end, received_at: now });
    yield* enqueueJob({ kind: HANDLE_CANCELLATION, payload: { id }, runAt: now });
    return now;
  }

  /** Sends the receipt, and carries the declaration out if its contract is clear. */
  function* handle(id: number): Query<void> {
    const cancellation = yield* store.findCancellation(id);
    if (!cancellation || cancellation.outcome !== null) return;
    const now = clock.now();
    const match = yield* findMatch(cancellation, books);
    const letter = match ? writeReceipt(cancellation) : yield* linkReceipt(cancellation, now);
    yield* mailer.queue({
      kind: 'farewell',
      cause: `farewell ${id}`,
      to: cancellation.email,
      letter,
      nature: 'asked',
      ...(match ? { accountId: match.accountId } : {}),
      isProof: true,
      now,
    });
    if (!match) return yield* leaveToStaff(cancellation, now);
    if (cancellation.kind === 'withdraw') return yield* openTicket(cancellation, match, now);
    yield* cancel(cancellation, match, now);
  }

  function* linkReceipt(cancellation: store.CancellationRow, now: number): Query<WriteLetter> {
    const token = randomBase62(SECRET_LENGTH);
    yield* store.giveReceipt({ id: cancellation.id, hash: sha256(token), until: now + RECEIPT_MS });
    return writeUnmatchedReceipt(cancellation, links.to('/farewells/declaration', token));
  }

  /** Returns the declaration to the holder of the receipt's link. Throws 404 once the link has expired. */
  function* showDeclaration(token: string, address: string): Query<store.CancellationRow> {
    const now = clock.now();
    yield* countAsking(sourceOf(address), now);
    const cancellation = yield* store.findByReceipt({ hash: sha256(token), now });
    if (!cancellation) throw notFound('Link');
    return cancellation;
  }

  function* cancel(cancellation: store.CancellationRow, match: Match, now: number): Query<void> {
    const { accountId, contract } = match;
    if (contract.status === 'cancelled' || contract.cancel_requested_at !== null) {
      return yield* settle(cancellation, match, 'already');
    }
    // An unpaid order would end immediately, which a stranger must not cause.
    if (contract.status === 'pending') return yield* openTicket(cancellation, match, now);
    const { ends_at } = yield* subscriptions.cancel(accountId, contract.id, false, now);
    const token = randomBase62(SECRET_LENGTH);
    const expiresAt = now + OBJECTION_MS;
    yield* settle(cancellation, match, 'marked', { object_until: expiresAt, hash: sha256(token) });
    const letter = writeNotice(
      contract.name,
      dayIn(deps.settings.timeZone, ends_at ?? contract.current_period_end),
      cancellation,
      links.to('/farewells/object', token),
    );
    const cause = `farewell ${cancellation.id}`;
    yield* mailer.queue({
      ...{ kind: 'farewell-notice', cause, to: match.email, letter, nature: 'notice', accountId, isProof: true },
      now,
      expiresAt,
    });
    // A wished date or a reason needs a human decision. Without them the end of the period is marked.
    if (cancellation.reason !== null || cancellation.wished_end !== null) {
      yield* tickets.report(accountId, writeTicket(cancellation), now);
    }
  }

  function* openTicket(cancellation: store.CancellationRow, match: Match, now: number): Query<void> {
    yield* tickets.report(match.accountId, writeTicket(cancellation), now);
    yield* settle(cancellation, match, 'ticket');
  }

  function* leaveToStaff(cancellation: store.CancellationRow, now: number): Query<void> {
    // Strangers can cause many of these mails. They must not use up the limit of notices.
    const mail = {
      kind: 'farewell-unmatched',
      cause: `farewell ${cancellation.id}`,
      letter: writeUnmatched(cancellation),
    } as const;
    yield* staffMail.toStaff({ ...mail, nature: 'news', now });
    const nobody = { account_id: null, subscription_id: null, object_until: null, hash: null };
    yield* store.settleCancellation({ id: cancellation.id, outcome: 'unmatched', ...nobody });
  }

  function* settle(
    { id }: store.CancellationRow,
    { accountId, contract }: Match,
    outcome: 'marked' | 'already' | 'ticket',
    objection: { object_until: number | null; hash: string | null } = { object_until: null, hash: null },
  ): Query<void> {
    const whose = { account_id: accountId, subscription_id: contract.id };
    yield* store.settleCancellation({ id, outcome, ...whose, ...objection });
  }

  /** Undoes a cancellation by the link in the mail to the address on file. */
  function* object(token: string): Query<{ subscription: string }> {
    const now = clock.now();
    const cancellation = yield* store.spendObjection({ hash: sha256(token), now });
    const { account_id, subscription_id } = cancellation ?? {};
    if (!account_id || !subscription_id) throw notFound('Link');
    yield* subscriptions.resume(account_id, subscription_id);
    const contract = yield* books.findById(account_id, subscription_id);
    const record = { type: 'subscriptions', id: subscription_id, label: contract?.name ?? null };
    yield* audit({ accounts: [account_id], record, changed: ['cancel_at_period_end'], now });
    return { subscription: contract?.name ?? `Subscription ${subscription_id}` };
  }

  return { receive, handle, showDeclaration, object };
}

/** Returns the wished date, if there is one. */
function readDate(given: CancelRequest | WithdrawRequest): string | null {
  if (!('when' in given) || given.when === undefined || given.when === 'period_end') return null;
  if (!Number.isNaN(Date.parse(given.when))) return given.when;
  throw validationError([fieldErrors.cancellation_date_invalid('when')]);
}

function tooMany(): AppError {
  return errors.too_many_declarations({
    headers: { 'retry-after': String(HOUR / SECOND) },
  });
}
