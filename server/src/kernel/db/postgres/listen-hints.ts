import pg from 'pg';
import type { Ear, Hints } from './hints.ts';
import { isPooled } from './pooler.ts';

const CHANNEL = 'hostler';
const LISTEN_AGAIN_AFTER_MS = 1_000;
const NOTIFY = 'select pg_notify($1, name) from unnest($2::text[]) as name';

interface ListenOptions {
  /** Told when a pooler is in between, through which nothing can be heard. */
  onPooled?(): void;
}

/** By NOTIFY on any connection and LISTEN on one of its own, which must reach the server itself. */
export class ListenHints implements Hints {
  readonly #pool: pg.Pool;
  readonly #url: string;
  readonly #options: ListenOptions;
  /** Of the server, at the other ends of our connections: what they tell is known here already. */
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

  /** Outside the transaction: commits never queue for the lock of NOTIFY. */
  async tell(names: readonly string[]): Promise<void> {
    await this.#pool.query(NOTIFY, [CHANNEL, names]).catch(() => {});
  }

  listen(ear: Ear): void {
    this.#client ??= this.#listen(ear);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#client)?.end();
  }

  async #listen(ear: Ear): Promise<pg.Client | undefined> {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true, application_name: 'hostler-listen' });
    const retry = () => {
      this.#isHeard = false;
      if (this.#closed) return;
      this.#client = undefined;
      setTimeout(() => !this.#closed && this.listen(ear), LISTEN_AGAIN_AFTER_MS).unref();
    };
    client.on('notification', ({ processId, payload = '' }) => this.#ownProcesses.has(processId) || ear.hear(payload));
    client.on('error', retry);
    try {
      await client.connect();
      if (await isPooled(client)) return await this.#doWithout(client);
      await client.query(`listen ${CHANNEL}`);
      this.#isHeard = true;
      ear.listenAgain();
      return client;
    } catch {
      retry();
      return undefined;
    }
  }

  /** Whoever is lent the connection next would hear it, and we would not. */
  async #doWithout(client: pg.Client): Promise<undefined> {
    this.#options.onPooled?.();
    await client.end();
  }
}

/** `pg` knows it and does not declare it. Behind a pooler it is not the one that tells: then all is heard, as from others. */
function processOf(client: pg.ClientBase): number {
  return (client as unknown as { processID: number }).processID;
}
