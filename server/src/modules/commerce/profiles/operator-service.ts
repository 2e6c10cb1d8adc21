import type { Clock } from '#kernel/time.ts';
import { endRestriction, requireAccount } from '../../identity/accounts/index.ts';
import { errors } from './errors.ts';
import type { BillingProfileChange } from './schemas.ts';
import { change, findProfile, type ProfileService } from './service.ts';
import { type OnVatConfirmed, recordAnswer } from './vat-check.ts';
import { viewProfileForStaff } from './view.ts';

interface Dependencies {
  clock: Clock;
  profiles: ProfileService;
  onConfirmed: OnVatConfirmed;
}

export type ProfileOperatorService = ReturnType<typeof createProfileOperatorService>;

export function createProfileOperatorService({ clock, profiles, onConfirmed }: Dependencies) {
  function* show({ account_id }: { account_id: number }) {
    yield* requireAccount(account_id);
    return viewProfileForStaff(yield* findProfile(account_id));
  }

  /** Changes the invoice address. With `confirm_vat` staff have verified the VAT id. */
  function* update(given: BillingProfileChange & { account_id: number; confirm_vat?: boolean }) {
    const { account_id, confirm_vat = false, ...changes } = given;
    yield* requireAccount(account_id);
    const { vat_id, vat_status } = yield* profiles.update(account_id, changes, clock.now());
    if (confirm_vat) {
      if (vat_id === null || vat_status === 'none') throw errors.no_vat_id_to_confirm();
      const answer = { valid: true, name: null, address: null, reference: 'confirmed by staff' };
      yield* recordAnswer({ account_id, vat_id }, answer, onConfirmed, clock.now());
    }
    return yield* show({ account_id });
  }

  /** Orders of a trusted customer are delivered before payment, and the account has no restriction. */
  function* trust({ account_id, trusted }: { account_id: number; trusted: boolean }) {
    const now = clock.now();
    yield* change(account_id, (row) => ({ trusted_at: trusted ? (row.trusted_at ?? now) : null }), now);
    if (trusted) yield* endRestriction(account_id);
    return yield* show({ account_id });
  }

  /** Prevents suspension for unpaid invoices until then. */
  function* hold({ account_id, until }: { account_id: number; until: number | null }) {
    yield* change(account_id, () => ({ hold_until: until }), clock.now());
    return yield* show({ account_id });
  }

  return { show, update, trust, hold };
}
