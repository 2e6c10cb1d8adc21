import type { Query } from '@hostler/database';
import type { Scope } from '../scopes.ts';
import type { LaneName } from './lanes.ts';

/** A kind of resource that queued actions run on. */
export interface ActionResource {
  /** For example `hosting`. */
  readonly type: string;
  /** A key with one of these scopes can read the actions. */
  readonly scopes: readonly Scope[];
  /** Lane in which actions on this resource are queued. */
  readonly lane: LaneName;
}

/**
 * A kind of queued engine work: the call to the engine, and how success and failure change the record. `Found` is the
 * state read from the engine after a failure, for kinds that define `look`.
 */
export interface ActionKind<Input extends object, Outcome, Found = never> {
  /** For example `hosting.restart`. */
  readonly type: string;
  readonly resource: ActionResource;
  /**
   * Performs the work on the engine, outside any transaction. May run again after a crash, so a second run must be
   * harmless.
   */
  run(input: Input, work: EngineWork): Promise<Outcome>;
  /** Commits the result, in one transaction with the end of the action. */
  succeed(about: ActionSubject, input: Input, outcome: Outcome): Query<void>;
  /**
   * Reads the real state from the engine after a failure, because the record must match it. The state may remain
   * unknown.
   */
  inspect?(input: Input): Promise<Found>;
  /** Commits the failure to the record. */
  fail(about: ActionSubject, input: Input, error: ActionError, found: Found | undefined): Query<void>;
  /** Returns the result of a successful run. Used in the sandbox, where no engine is called. */
  simulate(input: Input): Outcome;
  /**
   * Retries without limit while the engine is unreachable. For deletions: giving up would leave an orphan on the
   * engine.
   */
  readonly waitsForEngine?: boolean;
  /** After a failure its module plans it again. The failure is no work for staff, and cannot be retried by them. */
  readonly repeatsItself?: boolean;
  /** Accepts the action even if the queue of the resource is full. For decisions of the operator and for deletions. */
  readonly neverRefused?: boolean;
  /** Overrides the lane of the resource. */
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

/** Any action kind, for code that only passes kinds on. */
export type AnyActionKind = ActionKind<object, unknown, unknown>;

/**
 * Queues the work of a failed action again by the rules of its module; throws CONFLICT or NOT_FOUND if they forbid it. Where
 * that is impossible, for example because a password was erased, `instead` says what to do.
 */
export type ActionRetry =
  | { readonly retry: (accountId: number, resourceId: number, now: number) => Query<unknown> }
  | { readonly instead: string };
