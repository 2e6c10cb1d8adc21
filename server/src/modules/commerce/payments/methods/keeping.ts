import type { Query } from '@hostler/database';
import type { ProviderMandate } from '#engines/payment/driver.ts';
import { hashFingerprint, noteCard } from '../cards.ts';
import { lockMoney } from '../ledger/service.ts';
import type { MethodService } from './service.ts';
import * as store from './store.ts';

/** Called in the transaction in which a new method becomes usable. */
export type OnNewMethod = (accountId: number, method: store.MethodRow, now: number) => Query<void>;

interface Dependencies {
  methods: Pick<MethodService, 'findDefault' | 'drop'>;
  onNew: OnNewMethod;
}

export type KeepMethod = ReturnType<typeof createKeeping>;

export function createKeeping({ methods, onNew }: Dependencies) {
  /** Stores the provider's state of a mandate: from a notification, a poll or a payment. */
  return function* keep(accountId: number, driver: string, mandate: ProviderMandate, now: number): Query<void> {
    yield* lockMoney(accountId);
    const { reference, key, label, expiresAt: expires_at } = mandate;
    const known =
      (yield* store.findMethodByReference(accountId, driver, reference)) ??
      (key === null ? undefined : yield* store.findMethodByKey(accountId, key));
    if (known?.status === 'removed') return;
    if (mandate.status === 'ended') {
      if (known) yield* methods.drop(accountId, known);
      return;
    }
    const is_default = known?.is_default || !(yield* methods.findDefault(accountId)) ? 1 : 0;
    const state = { reference, label, status: 'active', is_default, expires_at } as const;
    const made = { ...state, key: `mandate:${driver}:${reference}`, driver, created_at: now };
    const method = known
      ? yield* store.changeMethod(accountId, known, { ...state, setup: null })
      : // The limit of saved methods does not apply: it would undo the payment that saved this one.
        yield* store.insertMethod(accountId, made);
    if (method && mandate.fingerprint) {
      const fingerprint = hashFingerprint(driver, mandate.fingerprint);
      yield* noteCard(accountId, driver, mandate, now);
      if (method.fingerprint !== fingerprint) yield* store.changeMethod(accountId, method, { fingerprint });
    }
    if (method && known?.status !== 'active') yield* onNew(accountId, method, now);
  };
}
