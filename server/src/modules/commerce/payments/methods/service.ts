import { randomUUID } from 'node:crypto';
import type { Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import { enqueueJob } from '#kernel/jobs/queue.ts';
import { defineLimit } from '#kernel/limits/limit.ts';
import { lockMoney } from '../ledger/service.ts';
import * as store from './store.ts';

export const CANCEL_MANDATE = 'payments.cancel-mandate';

export const methodsLimit = defineLimit({
  name: 'payment_methods',
  default: 10,
  what: 'saved payment methods',
  advice: 'Remove one',
  each: 'account',
});

export type MethodService = ReturnType<typeof createMethodService>;

export function createMethodService() {
  const list = store.listKeptMethods;

  function* find(accountId: number, id: number): Query<store.MethodRow> {
    const method = yield* store.findMethod(accountId, id);
    if (!method || method.status === 'removed') throw notFound('Payment method');
    return method;
  }

  function* findActive(accountId: number, id: number): Query<store.MethodRow> {
    const method = yield* find(accountId, id);
    if (method.status !== 'active') throw notFound('Payment method');
    return method;
  }

  /** Returns the method for automatic charges. */
  function* findDefault(accountId: number): Query<store.MethodRow | undefined> {
    return (yield* list(accountId)).find(({ is_default, status }) => is_default === 1 && status === 'active');
  }

  /** Starts the setup of a method. */
  function* begin(accountId: number, driver: string, now: number): Query<store.MethodRow> {
    yield* lockMoney(accountId);
    const row = { driver, reference: null, label: 'Being set up', status: 'pending', expires_at: null } as const;
    const made = { ...row, key: `mandate:${randomUUID()}`, is_default: 0, created_at: now };
    const method = yield* store.insertMethod(accountId, made);
    if (!method) throw new Error('payment method: key already exists');
    yield* methodsLimit.check(accountId, (yield* list(accountId)).length);
    return method;
  }

  function* noteSetup(accountId: number, begun: store.MethodRow, setup: string): Query<store.MethodRow> {
    yield* lockMoney(accountId);
    const method = (yield* store.findMethod(accountId, begun.id)) ?? begun;
    // A notification may have arrived before the response.
    return method.status === 'pending' ? yield* store.changeMethod(accountId, method, { setup }) : method;
  }

  function* makeDefault(accountId: number, id: number): Query<store.MethodRow> {
    yield* lockMoney(accountId);
    const chosen = yield* findActive(accountId, id);
    for (const method of yield* list(accountId)) {
      if (method.is_default === 1 && method.id !== id) yield* store.changeMethod(accountId, method, { is_default: 0 });
    }
    return yield* store.changeMethod(accountId, chosen, { is_default: 1 });
  }

  /** Stops charging the method. A job cancels its mandate afterwards. */
  function* remove(accountId: number, id: number, now: number): Query<store.MethodRow> {
    yield* lockMoney(accountId);
    const { driver, reference } = yield* find(accountId, id);
    const removed = yield* drop(accountId, yield* find(accountId, id));
    const payload = { driver, reference };
    if (reference !== null) {
      yield* enqueueJob({ kind: CANCEL_MANDATE, payload, accountId, lane: 'payments', runAt: now });
    }
    return removed;
  }

  /** Makes another usable method the default. */
  function* drop(accountId: number, method: store.MethodRow): Query<store.MethodRow> {
    const gone = yield* store.changeMethod(accountId, method, { status: 'removed', is_default: 0 });
    if (method.reference === null) yield* store.forgetSetup(accountId, method.id);
    const next = (yield* list(accountId)).find(({ status }) => status === 'active');
    if (method.is_default === 1 && next) yield* store.changeMethod(accountId, next, { is_default: 1 });
    return gone;
  }

  /** Returns hashes of the chargeable methods, if their provider identifies them. */
  function* listFingerprints(accountId: number): Query<string[]> {
    return (yield* list(accountId)).flatMap(({ status, fingerprint }) =>
      status === 'active' && fingerprint !== null ? [fingerprint] : [],
    );
  }

  return { list, listFingerprints, findActive, findDefault, begin, noteSetup, makeDefault, remove, drop };
}
