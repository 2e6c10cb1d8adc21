import type { Query } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import type { Vault } from '#kernel/crypto.ts';
import { type ErrorDetail, notFound, validationError } from '#kernel/errors.ts';
import type { StaffCaller } from '#kernel/http/caller.ts';
import { type Clock, formatTime, SECOND } from '#kernel/time.ts';
import { errors, fieldErrors } from './errors.ts';
import { LONGEST_DELAY_MS, VIEW_MS } from './lifetimes.ts';
import { type AccountViewRow, countOpenViews, endView, findOwnView, findViewedAccount, insertView } from './store.ts';
import { writeViewToken } from './view-token.ts';

/** Views that a staff member or a key may have open at the same time. */
const MOST_OPEN = 20;

interface Dependencies {
  vault: Vault;
  clock: Clock;
}

interface NewView {
  account_id: number;
  reason: string;
  /** Delays the entry in the audit log of the customer, for a legal order. Only for owners. */
  disclose_at?: number | undefined;
  delay_reason?: string | undefined;
}

export type AccountViewService = ReturnType<typeof createAccountViewService>;

/** Lets staff read one account as its customer sees it, for up to 30 minutes. */
export function createAccountViewService({ vault, clock }: Dependencies) {
  function show({ id, account_id, viewer, reason, ends_at }: AccountViewRow, account_name: string, now: number) {
    return {
      id,
      account_id,
      account_name,
      viewer,
      reason,
      access_token: writeViewToken({ viewId: id, accountId: account_id, expiresAt: ends_at }, vault),
      expires_in: Math.max(0, Math.floor((ends_at - now) / SECOND)),
      expires_at: formatTime(ends_at),
    };
  }

  return {
    /** The entry in the audit log of the customer commits with the view. */
    *begin(caller: StaffCaller, { account_id, reason, disclose_at, delay_reason }: NewView) {
      const now = clock.now();
      checkDelay(caller, { disclose_at, delay_reason }, now);
      const account = yield* findViewedAccount(account_id);
      if (!account) throw notFound('Account');
      const viewer = caller.person ? { personId: caller.person.id } : { keyId: caller.credential.id };
      if ((yield* countOpenViews(viewer, now)) >= MOST_OPEN) {
        throw errors.too_many_open_views({ max: MOST_OPEN });
      }
      const view = yield* insertView({
        account_id,
        person_id: caller.person?.id ?? null,
        session_id: caller.session?.id ?? null,
        key_id: caller.key?.id ?? null,
        viewer: caller.person?.name ?? caller.credential.label,
        reason,
        began_at: now,
        ends_at: now + VIEW_MS,
        disclose_at: disclose_at ?? null,
        delay_reason: delay_reason ?? null,
      });
      const record = { type: 'accounts', id: account_id, label: account.name };
      yield* audit({ accounts: [disclose_at === undefined ? account_id : null], record, reason, now });
      return show(view, account.name, now);
    },

    /** Returns the token of an open view of the caller again. */
    *findToken(caller: StaffCaller, id: number) {
      const view = yield* findOpen(caller, id);
      const account = yield* findViewedAccount(view.account_id);
      return show(view, account?.name ?? '', clock.now());
    },

    *end(caller: StaffCaller, id: number): Query<{ id: number }> {
      const { account_id } = yield* findOpen(caller, id);
      yield* endView({ id, account_id, now: clock.now() });
      // The log of the customer has the begin of the view.
      yield* audit({ accounts: [null], record: { type: 'accounts', id: account_id, label: null }, now: clock.now() });
      return { id };
    },
  };

  function* findOpen({ person, key }: StaffCaller, id: number): Query<AccountViewRow> {
    const view = yield* findOwnView({ id, person_id: person?.id ?? null, key_id: key?.id ?? null });
    if (!view) throw notFound('View');
    if (view.ends_at <= clock.now()) throw errors.view_has_ended();
    return view;
  }
}

function checkDelay({ credential }: StaffCaller, delay: Pick<NewView, 'disclose_at' | 'delay_reason'>, now: number) {
  const { disclose_at, delay_reason } = delay;
  if (disclose_at === undefined && delay_reason === undefined) return;
  if (!credential.scopes.has('owner')) {
    throw errors.only_owners_delay_disclosure();
  }
  const details: ErrorDetail[] = [];
  if (delay_reason === undefined) details.push(fieldErrors.delay_reason_required('delay_reason'));
  if (disclose_at === undefined) details.push(fieldErrors.disclose_at_required('disclose_at'));
  else if (disclose_at <= now || disclose_at > now + LONGEST_DELAY_MS) {
    details.push(fieldErrors.disclose_at_out_of_range('disclose_at'));
  }
  if (details.length > 0) throw validationError(details);
}
