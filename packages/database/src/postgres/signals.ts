import { EventEmitter } from 'node:events';
import { isChangeSignal } from '../announce.ts';
import type { Hints } from './hints.ts';

const TELL_AFTER_MS = 2;
const TELL_CHANGES_AFTER_MS = 100;
/** Poll interval while notifications are not received. */
const POLL_EVERY_MS = 5_000;

/** Signals commits: in this process at once, and to others by notifications. Nothing relies on them alone. */
export class Signals {
  readonly #hints: Hints;
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  /** Notifications for other processes: signals at once, changes for open pages a little later. */
  readonly #signalled: Gatherer;
  readonly #changed: Gatherer;
  readonly #pollEveryMs: number;
  #poll: NodeJS.Timeout | undefined;

  constructor(hints: Hints, pollEveryMs = POLL_EVERY_MS) {
    this.#hints = hints;
    this.#signalled = new Gatherer(TELL_AFTER_MS, (names) => hints.tell(names));
    this.#changed = new Gatherer(TELL_CHANGES_AFTER_MS, (names) => hints.tell(names));
    this.#pollEveryMs = pollEveryMs;
  }

  on(name: string, listener: (isOwn: boolean) => void): () => void {
    this.#emitter.on(name, listener);
    this.#poll ??= this.#listen();
    return () => this.#emitter.off(name, listener);
  }

  tell(signals: Iterable<string>): void {
    for (const name of signals) {
      this.#emitter.emit(name, true);
      (isChangeSignal(name) ? this.#changed : this.#signalled).add(name);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#poll);
    await Promise.all([this.#signalled.flush(), this.#changed.flush()]);
    await this.#hints.close();
  }

  #listen(): NodeJS.Timeout {
    const tellAll = () => {
      for (const name of this.#emitter.eventNames()) this.#emitter.emit(name, false);
    };
    this.#hints.listen({ hear: (name) => this.#emitter.emit(name, false), listenAgain: tellAll });
    return setInterval(() => !this.#hints.isHeard && tellAll(), this.#pollEveryMs).unref();
  }
}

/** Combines the names of many commits into one message. */
class Gatherer {
  readonly #names = new Set<string>();
  readonly #afterMs: number;
  readonly #send: (names: readonly string[]) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;

  constructor(afterMs: number, send: (names: readonly string[]) => Promise<void>) {
    this.#afterMs = afterMs;
    this.#send = send;
  }

  add(name: string): void {
    this.#names.add(name);
    this.#timer ??= setTimeout(() => void this.flush(), this.#afterMs).unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const names = [...this.#names];
    this.#names.clear();
    if (names.length > 0) await this.#send(names);
  }
}
