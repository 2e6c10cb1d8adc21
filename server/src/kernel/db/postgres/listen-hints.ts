import pg from 'pg';
import { KEEP_ALIVE } from './connection.ts';
import type { Ear, Hints } from './hints.ts';
import { isPooled } from './pooler.ts';

const CHANNEL = 'hostler';
const LISTEN_AGAIN_AFTER_MS = 1_000;
const NOTIFY = 'select pg_notify($1, names) from unnest($2::text[]) as names';
/** A message may have 8,000 bytes; each costs its sender, and everybody who listens, about as much as any other. */
const MOST_CHARACTERS = 2_500;

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
      // Refused, as by a standby, it would stay open beside the next ones.
      void client.end().catch(() => {});
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

/** Into as few messages as may be, a line for each; one by itself is what it always was. */
function packNames(names: readonly string[]): string[] {
  const messages: string[] = [];
  for (const name of names) {
    const last = messages.at(-1);
    if (last === undefined || last.length + 1 + name.length > MOST_CHARACTERS) messages.push(name);
    else messages[messages.length - 1] = `${last}\n${name}`;
  }
  return messages;
}

/** `pg` knows it and does not declare it. Behind a pooler it is not the one that tells: then all is heard, as from others. */
function processOf(client: pg.ClientBase): number {
  return (client as unknown as { processID: number }).processID;
}
