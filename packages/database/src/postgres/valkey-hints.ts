import { createHash } from 'node:crypto';
import { Redis, type RedisOptions } from 'iovalkey';
import type { Ear, Hints } from './hints.ts';

/** Longer publishes are abandoned. */
const PATIENCE_MS = 250;

interface ValkeyHintsOptions {
  readonly valkeyUrl: string;
  readonly databaseUrl: string;
  /** Separates installations that share a Valkey server: only one installation knows its key. */
  readonly secretKey: string;
}

/** Publishes on a channel that all processes of the installation subscribe to. Connects on first use. */
export class ValkeyHints implements Hints {
  readonly #channel: string;
  readonly #speaker: Redis;
  readonly #listener: Redis;
  #isHeard = false;

  constructor({ valkeyUrl, databaseUrl, secretKey }: ValkeyHintsOptions) {
    this.#channel = nameChannel(databaseUrl, secretKey);
    this.#speaker = connect(valkeyUrl, { commandTimeout: PATIENCE_MS });
    this.#listener = connect(valkeyUrl, { autoResubscribe: false });
  }

  get isHeard(): boolean {
    return this.#isHeard;
  }

  async tell(names: readonly string[]): Promise<void> {
    await this.#speaker.publish(this.#channel, JSON.stringify(names)).catch(() => {});
  }

  listen(ear: Ear): void {
    if (this.#listener.status !== 'wait') return;
    this.#listener.on('message', (_channel, text) => {
      for (const name of readNames(text)) ear.hear(name);
    });
    this.#listener.on('close', () => {
      this.#isHeard = false;
    });
    this.#listener.on('ready', () => {
      this.#listener.subscribe(this.#channel).then(
        () => {
          this.#isHeard = true;
          ear.listenAgain();
        },
        () => this.#listener.disconnect(true),
      );
    });
    this.#listener.connect().catch(() => {});
  }

  async close(): Promise<void> {
    this.#speaker.disconnect();
    this.#listener.disconnect();
  }
}

function connect(url: string, options: RedisOptions): Redis {
  const client = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    ...options,
  });
  // The rate counter uses the same server and reports its outage.
  client.on('error', () => {});
  return client;
}

/** Returns the same channel for all processes, whatever host and port each uses for the database. */
function nameChannel(databaseUrl: string, secretKey: string): string {
  const { pathname } = new URL(databaseUrl);
  return `hostler:hints:${createHash('sha256').update(`${secretKey}\0hints\0${pathname}`).digest('hex').slice(0, 32)}`;
}

function readNames(text: string): string[] {
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
