import { lockName, type Query } from '@hostler/database';
import { fieldErrors, validationError } from '#kernel/errors.ts';
import type { Links } from '#kernel/mail/links.ts';
import { type Clock, formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { AccountSuspension, AccountSuspensionCause, CustomerMail } from '../../people/index.ts';
import { getAccount } from '../service.ts';
import { markReopened } from '../store.ts';
import { errors } from './errors.ts';
import { writeResumed, writeSuspended } from './letters.ts';
import * as store from './store.ts';

/** Makes the resources of an account fit its suspension, in the transaction of the change. */
export type OnSuspensionChange = (
  accountId: number,
  change: { before: AccountSuspension | undefined; after: AccountSuspension | undefined },
  now: number,
) => Query<void>;

export interface SuspensionDependencies {
  clock: Clock;
  links: Links;
  customerMail: CustomerMail;
  /** Contact named in mails. */
  seller: { readonly email: string | undefined };
  onChange: OnSuspensionChange;
}

interface NewSuspension {
  account_id: number;
  cause: AccountSuspensionCause;
  reason: string;
  with_mail?: boolean | undefined;
  with_dns?: boolean | undefined;
}

export type AccountSuspensions = ReturnType<typeof createAccountSuspensions>;

/** A closed account has this suspension. Its end opens the account again. */
const CLOSING_CAUSE = 'staff';
const LONGEST_REASON = 1_000;

/**
 * Suspensions of accounts. There can be one for each cause; the account is suspended while one is open. Resources get a
 * suspension of their own, so that the end of this one restores nothing that is off for another cause.
 */
export function createAccountSuspensions({ clock, links, customerMail, seller, onChange }: SuspensionDependencies) {
  /** Throws CONFLICT if the account is suspended for this cause. */
  function* suspend({ account_id, cause, with_mail = false, with_dns = false, ...given }: NewSuspension) {
    const reason = readReason(given.reason);
    const { name } = yield* getAccount(account_id);
    const now = clock.now();
    yield* lock(account_id);
    const flags = { with_mail: with_mail ? 1 : 0, with_dns: with_dns ? 1 : 0 };
    if (!(yield* store.openSuspension({ account_id, cause, reason, ...flags, opened_at: now }))) {
      throw errors.account_already_suspended({ cause });
    }
    const letter = writeSuspended(
      { account: name, cause, reason },
      { ticketsUrl: links.to('/tickets'), email: seller.email },
    );
    yield* customerMail.toOwners({
      accountId: account_id,
      kind: 'account-suspended',
      cause: `${cause} ${now}`,
      letter,
      isProof: true,
      now,
    });
    return yield* settle(account_id, now);
  }

  /** Without a cause, the only open suspension ends. Throws CONFLICT if there is none, or if there are several. */
  function* resume({ account_id, cause }: { account_id: number; cause?: AccountSuspensionCause | undefined }) {
    const { name } = yield* getAccount(account_id);
    const now = clock.now();
    yield* lock(account_id);
    const causes = (yield* listOpen(account_id)).map((open) => open.cause);
    const [only] = causes;
    if (only === undefined) throw errors.account_not_suspended();
    if (cause === undefined && causes.length > 1) {
      throw errors.account_suspended_for_several({ causes: causes.join(', ') });
    }
    if (!(yield* store.closeSuspension(account_id, cause ?? only, now))) {
      throw errors.account_not_suspended_for({ cause: String(cause), causes: causes.join(', ') });
    }
    if ((cause ?? only) === CLOSING_CAUSE) yield* markReopened(account_id);
    if (causes.length === 1) {
      const letter = writeResumed(name, links.to('/'));
      const about = { accountId: account_id, kind: 'account-resumed', cause: `${now}` } as const;
      yield* customerMail.toOwners({ ...about, letter, isProof: true, now });
    }
    return yield* settle(account_id, now);
  }

  /** Switches off all services of an account that is closed, without a mail of its own. */
  function* switchOff({ account_id, reason, now }: { account_id: number; reason: string; now: number }): Query<void> {
    yield* lock(account_id);
    // An earlier suspension by staff may leave mail and DNS on.
    yield* store.closeSuspension(account_id, CLOSING_CAUSE, now);
    const all = { with_mail: 1, with_dns: 1 };
    yield* store.openSuspension({
      ...{ account_id, cause: CLOSING_CAUSE, reason: readReason(reason), ...all, opened_at: now },
    });
    yield* settle(account_id, now);
  }

  function* settle(accountId: number, now: number) {
    const before = yield* store.findSuspension(accountId);
    const after = combine(yield* listOpen(accountId));
    yield* store.noteSuspension(accountId, after);
    yield* onChange(accountId, { before, after }, now);
    return yield* show(accountId);
  }

  function* show(accountId: number) {
    const { id, name } = yield* getAccount(accountId);
    return { account_id: id, name, suspensions: (yield* store.listSuspensions(accountId)).map(view) };
  }

  return { suspend, resume, switchOff, listSuspensions: ({ account_id }: { account_id: number }) => show(account_id) };
}

function* listOpen(accountId: number): Query<store.SuspensionRow[]> {
  return (yield* store.listSuspensions(accountId)).filter(({ closed_at }) => closed_at === null);
}

function combine(open: readonly store.SuspensionRow[]): AccountSuspension | undefined {
  const [oldest] = open;
  if (!oldest) return undefined;
  return {
    cause: oldest.cause,
    reason: oldest.reason,
    since: oldest.opened_at,
    withMail: open.some(({ with_mail }) => with_mail === 1),
    withDns: open.some(({ with_dns }) => with_dns === 1),
  };
}

function view({ cause, reason, with_mail, with_dns, opened_at, closed_at }: store.SuspensionRow) {
  return {
    cause,
    reason,
    with_mail: with_mail === 1,
    with_dns: with_dns === 1,
    opened_at: formatTime(opened_at),
    closed_at: formatOptionalTime(closed_at),
  };
}

/** Ends with a full stop, because other sentences follow it. */
function readReason(text: string): string {
  const reason = text.trim();
  if (reason.length === 0 || reason.length > LONGEST_REASON) {
    throw validationError([fieldErrors.not_length('reason', { max: LONGEST_REASON })]);
  }
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

function lock(accountId: number): Query<void> {
  return lockName(`suspensions of account ${accountId}`);
}
