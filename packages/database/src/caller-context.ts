import type { Query } from './query.ts';

/**
 * Carries the context of a caller, for example who acts, into a transaction. Transactions share commits, so their
 * bodies run later and in the asynchronous context of another caller.
 */
export interface CallerContext {
  /** Returns the body with the context of the current caller. */
  bind<T>(body: () => Query<T>): () => Query<T>;
  /** Runs work outside the context of any caller. */
  leave<T>(work: () => T): T;
  /** Called in the context of a caller whose read continues after it waited for the database. */
  onContinue?(): void;
}

export const NO_CONTEXT: CallerContext = { bind: (body) => body, leave: (work) => work() };
