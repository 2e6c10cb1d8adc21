/** Receives notifications. */
export interface Ear {
  hear(name: string): void;
  /** Notifications may have been missed meanwhile. */
  listenAgain(): void;
}

/**
 * Notifies other processes of commits, so that they need not poll. A notification may be lost or repeated, so every
 * receiver also polls at an interval.
 */
export interface Hints {
  /** True while notifications of others are received. */
  readonly isHeard: boolean;
  /** Notifies other processes. Resolves when the attempt is over, and never rejects. */
  tell(names: readonly string[]): Promise<void>;
  listen(ear: Ear): void;
  close(): Promise<void>;
}
