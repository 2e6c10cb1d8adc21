import type { Query } from '../db/query.ts';
import type { Scope } from '../http/scopes.ts';
import type { LaneName } from './lanes.ts';

/** A kind of resource that queued work is done to. */
export interface ActionResource {
  /** `hosting` */
  readonly type: string;
  /** Who has one of these sees the actions. */
  readonly scopes: readonly Scope[];
  /** Where the work waits its turn. */
  readonly lane: LaneName;
}

/**
 * One kind of queued engine work: what is done on the engine, and what each end of it means for our records. `Found` is
 * what the engine says after a failure, for kinds that look.
 */
export interface ActionKind<Input extends object, Outcome, Found = never> {
  /** `hosting.restart` */
  readonly type: string;
  readonly resource: ActionResource;
  /** The work on the engine, outside any transaction. May run again after a crash; a second run must do no harm. */
  run(input: Input, work: EngineWork): Promise<Outcome>;
  /** Commits the result, in one transaction with the end of the action. */
  succeed(about: ActionSubject, input: Input, outcome: Outcome): Query<void>;
  /** After a failure: what is really there, because the record must say what is true. It may not be known. */
  look?(input: Input): Promise<Found>;
  /** Commits what failure means for the record. */
  fail(about: ActionSubject, input: Input, error: ActionError, found: Found | undefined): Query<void>;
  /** What the engine would have said; for the sandbox, where no engine is asked. */
  simulate(input: Input): Outcome;
  /** Never give up on an engine that is away: for removals, which would leave something behind that nobody sees. */
  readonly waitsForEngine?: boolean;
  /** Taken however much is waiting: for what the operator decides, and for removals. */
  readonly neverRefused?: boolean;
  /** Where it waits its turn, instead of with all other work on the same kind of resource. */
  readonly lane?: LaneName;
}

export interface EngineWork {
  readonly signal: AbortSignal;
  /** Percent done. */
  report(progress: number): Promise<void>;
}

export interface ActionSubject {
  readonly accountId: number;
  readonly resourceId: number;
  readonly now: number;
}

export interface ActionError {
  readonly code: string;
  readonly message: string;
}

/** Any of them, for those who only pass them on. */
export type AnyActionKind = ActionKind<object, unknown, unknown>;
