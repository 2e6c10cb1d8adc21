import { EventEmitter } from 'node:events';
import pg from 'pg';
import { isChangeSignal } from '../announce.ts';

const CHANNEL = 'hostler';
const NOTIFY_AFTER_MS = 2;
const TELL_CHANGES_AFTER_MS = 100;
const LISTEN_AGAIN_AFTER_MS = 1_000;

/** Tells this process at once, and the others by NOTIFY, what was committed. Hints: nothing rests on them alone. */
export class Signals {
  readonly #pool: pg.Pool;
  readonly #url: string;
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  /** What other processes are told: at once what they wait for, a little later what pages are told of. */
  readonly #signalled = new Gatherer(NOTIFY_AFTER_MS, (names) => this.#notify(names));
  readonly #changed = new Gatherer(TELL_CHANGES_AFTER_MS, (names) => this.#notify(names));
  #listener: Promise<pg.Client | undefined> | undefined;
  #closed = false;

  constructor(pool: pg.Pool, url: string) {
    this.#pool = pool;
    this.#url = url;
  }

  on(name: string, listener: () => void): () => void {
    this.#emitter.on(name, listener);
    this.#listener ??= this.#listen();
    return () => this.#emitter.off(name, listener);
  }

  /** Outside the transaction: commits never queue for the lock of NOTIFY. */
  tell(signals: Iterable<string>): void {
    for (const name of signals) {
      this.#emitter.emit(name);
      (isChangeSignal(name) ? this.#changed : this.#signalled).add(name);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#signalled.stop();
    this.#changed.stop();
    await (await this.#listener)?.end();
  }

  #notify(names: readonly string[]): void {
    this.#pool.query('select pg_notify($1, name) from unnest($2::text[]) as name', [CHANNEL, names]).catch(() => {});
  }

  async #listen(): Promise<pg.Client | undefined> {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true, application_name: 'hostler-listen' });
    const retry = () => {
      if (this.#closed) return;
      this.#listener = undefined;
      setTimeout(() => {
        if (!this.#closed) this.#listener ??= this.#listen();
      }, LISTEN_AGAIN_AFTER_MS).unref();
    };
    client.on('notification', (message) => this.#emitter.emit(message.payload ?? ''));
    client.on('error', retry);
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      // Whatever was told while nobody listened.
      for (const name of this.#emitter.eventNames()) this.#emitter.emit(name);
      return client;
    } catch {
      retry();
      return undefined;
    }
  }
}

/** One message for what many commits have to say. */
class Gatherer {
  readonly #names = new Set<string>();
  readonly #afterMs: number;
  readonly #send: (names: readonly string[]) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(afterMs: number, send: (names: readonly string[]) => void) {
    this.#afterMs = afterMs;
    this.#send = send;
  }

  add(name: string): void {
    this.#names.add(name);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const names = [...this.#names];
      this.#names.clear();
      this.#send(names);
    }, this.#afterMs).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
