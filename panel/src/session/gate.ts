import { GivenUp } from '../api/failure.ts';

/**
 * Something a request waits for that only the person can give: to sign in again, or to enter the password. However many
 * requests meet it at the same time, it is asked once, and then all of them go on.
 */
export class Gate {
  #waiting: { promise: Promise<void>; open: () => void; refuse: (reason: Error) => void } | null = null;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether somebody waits, and the dialog is to be shown. */
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

/** The session has ended while its pages are open. */
export const signInGate = new Gate();
/** The server wants the password again before this. */
export const confirmGate = new Gate();
