import { lockName, type Query } from '@hostler/database';
import { storedValue } from '#kernel/stored-value.ts';

/** The stored state of the clock that billing relies on. */
export interface BillingClock {
  /** The clock at the last run that was not held. */
  readonly at: number;
  /** The time that the last run was for; absent before the first one. */
  readonly ranFor?: number | undefined;
  /** Set while billing is held. */
  readonly hold?: SeenHold | undefined;
  /** Since when the clock has been behind `at`. */
  readonly behindSince?: number | undefined;
  /** A time that staff ran billing for while it was held: documents may be dated by it. */
  readonly confirmedAt?: number | undefined;
}

export interface SeenHold {
  readonly since: number;
  /** The clock when it was last seen. */
  readonly seenAt: number;
  /** Since when it has advanced without a jump. */
  readonly steadyFrom: number;
}

/** Read as undefined before the first run of an installation. */
export const { read: readBillingClock, save: saveBillingClock } = storedValue<BillingClock>('billing-clock');

/** Runs that begin at the same moment wait for each other. */
export function lockBillingClock(): Query<void> {
  return lockName('billing clock');
}
