import { changeSignal, type Database, EVERYBODY } from '@hostler/database';
import { STAFF_TOPICS } from './staff-topics.ts';

/** Changes of this long are passed on together. */
const GATHER_MS = 250;

interface Listener {
  readonly topics: ReadonlySet<string>;
  readonly tell: (topic: string) => void;
}

/**
 * Changes in all accounts. The streams of a process share one subscription per topic, so that the cost of a change does
 * not depend on the number of streams. Without a stream there is no subscription.
 */
export class StaffChanges {
  readonly #db: Database;
  readonly #listeners = new Set<Listener>();
  readonly #changed = new Set<string>();
  #subscriptions: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Calls `tell` with the topics that changed. Returns the function that ends this. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#subscriptions.length === 0) this.#subscriptions = Object.keys(STAFF_TOPICS).map(this.#subscribe);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#unsubscribe();
    };
  }

  readonly #subscribe = (topic: string) =>
    this.#db.onSignal(changeSignal(EVERYBODY, topic), () => {
      this.#changed.add(topic);
      this.#timer ??= setTimeout(this.#pass, GATHER_MS).unref();
    });

  readonly #pass = (): void => {
    this.#timer = undefined;
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const { topics, tell } of this.#listeners) {
      for (const topic of changed) if (topics.has(topic)) tell(topic);
    }
  };

  #unsubscribe(): void {
    for (const stop of this.#subscriptions) stop();
    this.#subscriptions = [];
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changed.clear();
  }
}
