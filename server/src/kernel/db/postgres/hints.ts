/** Who is told that something may have happened. */
export interface Ear {
  hear(name: string): void;
  /** Anything may have been told meanwhile. */
  listenAgain(): void;
}

/**
 * How processes tell each other what was committed, so that nobody has to look for it. A hint may be lost or come twice:
 * whoever waits for something also looks by itself now and then.
 */
export interface Hints {
  /** Whether what others tell is heard at the moment. */
  readonly isHeard: boolean;
  /** Tells other processes; resolves when there is no more to do about it, and never rejects. */
  tell(names: readonly string[]): Promise<void>;
  listen(ear: Ear): void;
  close(): Promise<void>;
}
