import type { Query } from '../../../kernel/db/query.ts';
import type { ActionError } from '../../../kernel/jobs/action-kind.ts';

export interface Restored {
  /** What is on its disk now was copied then, or soon after. */
  readonly asOf: number;
}

/** How another size was had. */
export interface Resized {
  /** Why it was not; it has the size that it had. */
  readonly error: ActionError | null;
}

/** Whoever keeps something about servers, and is told in the transaction of the change what it means for that. */
export interface ServerFollower {
  /** Its machine was created and runs for the first time. */
  created?(accountId: number, id: number, now: number): Query<void>;
  /** Its machine could not be created. True if this follower retries it: the server then stays `provisioning`. */
  notCreated?(accountId: number, id: number, error: ActionError, now: number): Query<boolean>;
  /** Its machine was replaced by an older state of it. */
  restored?(accountId: number, id: number, restored: Restored, now: number): Query<void>;
  /** It has another size, or could not be given one. */
  resized?(accountId: number, id: number, resized: Resized, now: number): Query<void>;
  /** It was taken away, for good. */
  terminated?(accountId: number, id: number, now: number): Query<void>;
}

export class ServerFollowers {
  readonly #all: ServerFollower[] = [];

  add(follower: ServerFollower): void {
    this.#all.push(follower);
  }

  *tellCreated(accountId: number, id: number, now: number): Query<void> {
    for (const follower of this.#all) yield* follower.created?.(accountId, id, now) ?? [];
  }

  /** Returns whether a follower retries the creation. */
  *tellNotCreated(accountId: number, id: number, error: ActionError, now: number): Query<boolean> {
    let isRetried = false;
    for (const follower of this.#all) {
      if (follower.notCreated && (yield* follower.notCreated(accountId, id, error, now))) isRetried = true;
    }
    return isRetried;
  }

  *tellRestored(accountId: number, id: number, restored: Restored, now: number): Query<void> {
    for (const follower of this.#all) yield* follower.restored?.(accountId, id, restored, now) ?? [];
  }

  *tellResized(accountId: number, id: number, resized: Resized, now: number): Query<void> {
    for (const follower of this.#all) yield* follower.resized?.(accountId, id, resized, now) ?? [];
  }

  *tellTerminated(accountId: number, id: number, now: number): Query<void> {
    for (const follower of this.#all) yield* follower.terminated?.(accountId, id, now) ?? [];
  }
}
