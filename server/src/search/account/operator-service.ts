import type { Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import type { LimitBook } from '#kernel/limits/limit-book.ts';
import { type Clock, formatTime } from '#kernel/time.ts';
import {
  countNotes,
  findFacts,
  findSuspender,
  listContacts,
  listNextCharges,
  listOpenSuspensions,
  type OpenSuspension,
} from './operator-store.ts';
import type { AccountSummary } from './schemas.ts';

export { MOST_CONTACTS } from './operator-store.ts';

type Billing = NonNullable<AccountSummary['billing']>;

interface Dependencies {
  clock: Clock;
  limits: Pick<LimitBook, 'read'>;
  /** Returns the credit and the open amounts of an account. */
  readBalance: (accountId: number, now: number) => Query<NonNullable<AccountSummary['balance']>>;
  /** Returns the recipient of invoices, and how far the account is trusted. */
  readProfile: (accountId: number) => Query<Billing>;
  readTags: (accountId: number) => Query<string[]>;
}

export type AccountOverview = ReturnType<typeof createAccountOverview>;

/** Combines what several modules know about one customer. */
export function createAccountOverview({ clock, limits, readBalance, readProfile, readTags }: Dependencies) {
  /** Throws NOT_FOUND if the account does not exist. */
  function* showAccount({ id }: { id: number }): Query<AccountSummary> {
    const account = yield* findFacts(id);
    if (!account) throw notFound('Account');
    const suspensions = yield* listOpenSuspensions(id);
    const described = [];
    for (const suspension of suspensions) described.push(yield* describeSuspension(id, suspension));
    const uses = Object.entries(yield* limits.read(id));
    return {
      id,
      name: account.name,
      email: account.email,
      status: statusOf(account, suspensions.length > 0),
      created_at: formatTime(account.created_at),
      tags: yield* readTags(id),
      suspensions: described,
      contacts: yield* listContacts(id),
      counts: Object.fromEntries(uses.flatMap(([name, { used }]) => (used === null ? [] : [[name, used]]))),
      notes: yield* countNotes(id),
      billing: pickBilling(yield* readProfile(id)),
      balance: yield* readBalance(id, clock.now()),
      next_charges: (yield* listNextCharges(id)).map(({ at, ...charge }) => ({ ...charge, at: formatTime(at) })),
      limits: Object.fromEntries(uses.map(([name, { limit }]) => [name, limit])),
    };
  }

  return { showAccount };
}

function* describeSuspension(accountId: number, { opened_at, with_mail, with_dns, ...rest }: OpenSuspension) {
  const by = yield* findSuspender(accountId, opened_at);
  return { ...rest, since: formatTime(opened_at), by, with_mail: with_mail === 1, with_dns: with_dns === 1 };
}

function pickBilling(profile: Billing): Billing {
  const { kind, company, country, currency, invoice_email, language, trusted, hold_until } = profile;
  return { kind, company, country, currency, invoice_email, language, trusted, hold_until };
}

function statusOf(
  { waits_since, closed_at }: { waits_since: number | null; closed_at: number | null },
  isSuspended: boolean,
): AccountSummary['status'] {
  if (closed_at !== null) return 'closed';
  if (isSuspended) return 'suspended';
  return waits_since === null ? 'active' : 'waiting';
}
