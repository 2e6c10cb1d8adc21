import { GivenUp } from '../requests/failure.ts';

/**
 * Suspends requests until the person signs in again or enters the password. Concurrent requests share one dialog and
 * all continue afterwards.
 */
export class Gate {
  #waiting: { promise: Promise<void>; open: () => void; refuse: (reason: Error) => void } | null = null;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns true while a request waits and the dialog is open. */
  readonly isAsked = (): boolean => this.#waiting !== null;

  ask(): Promise<void> {
    if (!this.#waiting) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      promise.catch(() => undefined);
      this.#waiting = { promise, open: resolve, refuse: reject };
      this.#tell();
    }
    return this.#waiting.promise;
  }

  open(): void {
    this.#end((waiting) => waiting.open());
  }

  refuse(): void {
    this.#end((waiting) => waiting.refuse(new GivenUp()));
  }

  #end(how: (waiting: { open: () => void; refuse: (reason: Error) => void }) => void): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) how(waiting);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Opened when the session has ended. */
export const signInGate = new Gate();
/** Opened when the server requires a recent password confirmation. */
export const confirmGate = new Gate();
