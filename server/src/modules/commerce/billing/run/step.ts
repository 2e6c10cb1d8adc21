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

/** An action that a step performed. */
export interface Done {
  /** The action in one sentence. */
  readonly what: string;
  /** Why the action is due, in one sentence. */
  readonly reason: string;
  /** In minor units. Absent if the action is about no amount. */
  readonly amount?: number;
  readonly currency?: string;
  /** Number of the invoice that the action issued. A forecast does not know it. */
  readonly issued?: string;
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
   * Performs one item in its own transaction. Returns each action, or nothing if the item is no longer due.
   */
  perform(due: D, at: number): Query<readonly Done[]>;
  /**
   * Performs several items in one transaction, if that is cheaper. Returns the actions of each item. If one item fails, each
   * is performed alone.
   */
  performAll?(dues: readonly D[], at: number): Query<readonly (readonly Done[])[]>;
}

/** An action or failure of the run. */
export interface RunLine {
  readonly step: string;
  /** Null if the line is about the run itself. */
  readonly account_id: number | null;
  /** `held`: billing waits until the clock is trusted. `more`: a forecast leaves out further items. */
  readonly state: LineState;
  readonly what: string;
  readonly reason: string | null;
  /** In minor units. */
  readonly amount: number | null;
  readonly currency: string | null;
}

export interface ForecastLine extends RunLine {
  /** Null if the line is about the run itself. */
  readonly account_name: string | null;
}

export const LINE_STATES = ['done', 'failed', 'held', 'more'] as const;
type LineState = (typeof LINE_STATES)[number];

/** Returns the line of an action. */
export function describeDone(step: RunStep, { accountId: account_id }: Due, done: Done): RunLine {
  const { what, reason, amount = null, currency = null } = done;
  return { step: step.name, account_id, state: 'done', what, reason, amount, currency };
}

export function describeFailure(step: RunStep, { accountId: account_id }: Due, error: unknown): RunLine {
  return describeOther({ step: step.name, account_id, state: 'failed', what: describeError(error) });
}

export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns a line that is no action of a step. */
export function describeOther(line: Pick<RunLine, 'step' | 'account_id' | 'state' | 'what'>): RunLine {
  return { reason: null, amount: null, currency: null, ...line };
}

export const BEGINNING: Place = { time: Number.MIN_SAFE_INTEGER, id: 0 };
