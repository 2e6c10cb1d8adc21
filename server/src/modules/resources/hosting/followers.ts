import type { Query } from '@hostler/database';
import type { ActionError } from '#kernel/jobs/action-kind.ts';

export interface Restored {
  /** Time of the backup. The content of the disk dates from then or shortly after. */
  readonly asOf: number;
}

/** Result of a resize. */
export interface Resized {
  /** Reason of a failed resize, after which the size is unchanged. Null on success. */
  readonly error: ActionError | null;
}

/** A module that keeps data about servers. It is notified in the transaction of the change. */
export interface ServerFollower {
  /** The machine was created and runs for the first time. */
  created?(accountId: number, id: number, now: number): Query<void>;
  /**
   * The machine could not be created. Returns true if this follower retries it: the server then stays `provisioning`.
   */
  notCreated?(accountId: number, id: number, error: ActionError, now: number): Query<boolean>;
  /** The machine was restored to an older state. */
  restored?(accountId: number, id: number, restored: Restored, now: number): Query<void>;
  /** The machine was rebuilt from an image: the content of its disk is gone. */
  rebuilt?(accountId: number, id: number, now: number): Query<void>;
  /** A rebuild or a restore has ended, also without success: the settings of the machine may be older than the record. */
  replaced?(accountId: number, id: number, now: number): Query<void>;
  /** The server was resized, or the resize failed. */
  resized?(accountId: number, id: number, resized: Resized, now: number): Query<void>;
  /** The server was terminated. */
  terminated?(accountId: number, id: number, now: number): Query<void>;
  /** The engine answers again. It did not answer since `since`. */
  engineReturned?(since: number, now: number): Query<void>;
}

export class ServerFollowers {
  readonly #all: ServerFollower[] = [];

  add(follower: ServerFollower): void {
    this.#all.push(follower);
  }

  *tellCreated(accountId: number, id: number, now: number): Query<void> {
    for (const follower of this.#all) yield* follower.created?.(accountId, id, now) ?? [];
  }

  /** Returns true if a follower retries the creation. */
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

  *tellRebuilt(accountId: number, id: number, now: number): Query<void> {
    for (const follower of this.#all) yield* follower.rebuilt?.(accountId, id, now) ?? [];
  }

  *tellReplaced(accountId: number, id: number, now: number): Query<void> {
    for (const follower of this.#all) yield* follower.replaced?.(accountId, id, now) ?? [];
  }

  *tellResized(accountId: number, id: number, resized: Resized, now: number): Query<void> {
    for (const follower of this.#all) yield* follower.resized?.(accountId, id, resized, now) ?? [];
  }

  *tellTerminated(accountId: number, id: number, now: number): Query<void> {
    for (const follower of this.#all) yield* follower.terminated?.(accountId, id, now) ?? [];
  }

  *tellEngineReturned(since: number, now: number): Query<void> {
    for (const follower of this.#all) yield* follower.engineReturned?.(since, now) ?? [];
  }
}
