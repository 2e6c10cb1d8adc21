import type { Query } from '@hostler/database';

/** A position in the list of due items, which is ordered by time, then id. */
export interface Place {
  readonly time: number;
  readonly id: number;
}

/** A due item and its account. */
export interface Due extends Place {
  readonly accountId: number;
}

/**
 * A kind of work that falls due. A step must do each item only once: by a condition on the rows it changes, or by
 * claiming an effect. Then neither a second run nor a run for another time repeats it.
 */
export interface RunStep<D extends Due = Due> {
  readonly name: string;
  /**
   * Runs even while billing is held because the clock may be wrong. Set it only where the step activates what is paid or
   * lifts a suspension; a step that invoices, charges, reminds, suspends, cancels or terminates is held.
   */
  readonly neverHeld?: boolean;
  /**
   * Lists items due at `at`, after a position, in order. Uses an index, so that the cost depends only on what is due.
   */
  due(at: number, after: Place, limit: number): Query<D[]>;
  /**
   * Performs one item in its own transaction. Returns a sentence for each action, or nothing if it is no longer due.
   */
  perform(due: D, at: number): Query<readonly string[]>;
  /**
   * Performs several items in one transaction, if that is cheaper. Returns sentences per item. If one item fails, each
   * is performed alone.
   */
  performAll?(dues: readonly D[], at: number): Query<readonly (readonly string[])[]>;
}

/** An action or failure of the run. */
export interface RunLine {
  readonly step: string;
  /** Null if the line is about the run itself. */
  readonly account_id: number | null;
  /** `held`: billing waits until the clock is trusted. */
  readonly state: 'done' | 'failed' | 'held';
  readonly what: string;
}

export const BEGINNING: Place = { time: Number.MIN_SAFE_INTEGER, id: 0 };
