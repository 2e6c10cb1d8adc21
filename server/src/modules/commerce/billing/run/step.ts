import type { Query } from '../../../../kernel/db/query.ts';

/** A place in what is due: those of an earlier time come first, and of the same time those of a smaller id. */
export interface Place {
  readonly time: number;
  readonly id: number;
}

/** Something that is due, and whose it is. */
export interface Due extends Place {
  readonly accountId: number;
}

/**
 * A kind of thing that falls due. What a step does it does once: by a condition on what it changes, or by claiming the key of
 * an effect. Then neither a second run nor one for another time does it again.
 */
export interface RunStep<D extends Due = Due> {
  readonly name: string;
  /**
   * Runs even while billing is held because the clock may be wrong. Set it only where the step activates what is paid or
   * lifts a suspension; a step that invoices, charges, reminds, suspends, cancels or terminates is held.
   */
  readonly neverHeld?: boolean;
  /** What is due at that time, behind a place and in the order of places; found by an index, so that it costs what is due. */
  due(at: number, after: Place, limit: number): Query<D[]>;
  /** Does it, in a transaction of its own, and says what was done, in a sentence each; nothing where it is due no more. */
  perform(due: D, at: number): Query<readonly string[]>;
  /** The same for several in one transaction, where that is cheaper; it says so of each. Where one fails, each is done alone. */
  performAll?(dues: readonly D[], at: number): Query<readonly (readonly string[])[]>;
}

/** One thing that the run did or could not do. */
export interface RunLine {
  readonly step: string;
  /** Null if the line is about the run itself. */
  readonly account_id: number | null;
  /** `held`: billing waits until the clock is trusted. */
  readonly state: 'done' | 'failed' | 'held';
  readonly what: string;
}

export const BEGINNING: Place = { time: Number.MIN_SAFE_INTEGER, id: 0 };
