import pg from 'pg';
import { KEEP_ALIVE } from './connection.ts';
import type { Ear, Hints } from './hints.ts';
import { isPooled } from './pooler.ts';

const CHANNEL = 'hostler';
const LISTEN_AGAIN_AFTER_MS = 1_000;
const NOTIFY = 'select pg_notify($1, names) from unnest($2::text[]) as names';
/** A message may have 8,000 bytes. The cost per message, for sender and listeners, hardly depends on its size. */
const MOST_CHARACTERS = 2_500;

interface ListenOptions {
  /** Called if a pooler is in between, through which LISTEN does not work. */
  onPooled?(): void;
}

/** Notifies by NOTIFY on any connection, and listens on its own connection, which must reach the server directly. */
export class ListenHints implements Hints {
  readonly #pool: pg.Pool;
  readonly #url: string;
  readonly #options: ListenOptions;
  /**
   * Server process ids of our connections. Their notifications are ignored, because this process knows of them already.
   */
  readonly #ownProcesses = new Set<number>();
  #client: Promise<pg.Client | undefined> | undefined;
  #isHeard = false;
  #closed = false;

  constructor(pool: pg.Pool, url: string, options: ListenOptions = {}) {
    this.#pool = pool;
    this.#url = url;
    this.#options = options;
    pool.on('connect', (client) => this.#ownProcesses.add(processOf(client)));
    pool.on('remove', (client) => this.#ownProcesses.delete(processOf(client)));
  }

  get isHeard(): boolean {
    return this.#isHeard;
  }

  /** Runs outside the transaction, so that commits never queue for the lock of NOTIFY. */
  async tell(names: readonly string[]): Promise<void> {
    await this.#pool.query(NOTIFY, [CHANNEL, packNames(names)]).catch(() => {});
  }

  listen(ear: Ear): void {
    this.#client ??= this.#listen(ear);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#client)?.end();
  }

  async #listen(ear: Ear): Promise<pg.Client | undefined> {
    const client = new pg.Client({ connectionString: this.#url, ...KEEP_ALIVE, application_name: 'hostler-listen' });
    const retry = () => {
      this.#isHeard = false;
      if (this.#closed) return;
      this.#client = undefined;
      setTimeout(() => !this.#closed && this.listen(ear), LISTEN_AGAIN_AFTER_MS).unref();
    };
    client.on('notification', ({ processId, payload = '' }) => {
      if (this.#ownProcesses.has(processId)) return;
      for (const name of payload.split('\n')) ear.hear(name);
    });
    client.on('error', retry);
    try {
      await client.connect();
      if (await isPooled(client)) return await this.#doWithout(client);
      await client.query(`listen ${CHANNEL}`);
      this.#isHeard = true;
      ear.listenAgain();
      return client;
    } catch {
      // A connection that was refused, as by a standby, would stay open besides the next ones.
      void client.end().catch(() => {});
      retry();
      return undefined;
    }
  }

  /** Gives up on a pooled connection: the next client of the session would receive the notifications instead of us. */
  async #doWithout(client: pg.Client): Promise<undefined> {
    this.#options.onPooled?.();
    await client.end();
  }
}

/** Packs names into as few messages as possible, one per line. A single name keeps the original format. */
function packNames(names: readonly string[]): string[] {
  const messages: string[] = [];
  for (const name of names) {
    const last = messages.at(-1);
    if (last === undefined || last.length + 1 + name.length > MOST_CHARACTERS) messages.push(name);
    else messages[messages.length - 1] = `${last}\n${name}`;
  }
  return messages;
}

/**
 * `pg` has this id but does not declare it. Behind a pooler it differs from that of the notification, so all
 * notifications are handled as from others.
 */
function processOf(client: pg.ClientBase): number {
  return (client as unknown as { processID: number }).processID;
}
