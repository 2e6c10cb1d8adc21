import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { awaitReady } from '../../testing/services/await-ready.ts';
import { findProgramFolder, initialise, isReady, postgres, superuser } from '../../testing/services/postgres.ts';
import { readUserIds } from '../../testing/services/run-as.ts';
import type { ServerProcess } from '../../testing/services/service.ts';
import { spawnServer } from '../../testing/services/spawn-server.ts';

const run = promisify(execFile);
const PASSWORD = 'known-to-one-drill-only';
/** As in production: an acknowledged commit is on the disk, and on that of the synchronous standby. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=64MB',
  'timezone=UTC',
  // Small, so that a small disk is enough, and a full one shows soon.
  'min_wal_size=32MB',
  'max_wal_size=64MB',
  'wal_keep_size=32MB',
  'wal_sender_timeout=5s',
];

/** A PostgreSQL server: its folder and port stay the same while its process is stopped and started. */
export class Postgres {
  readonly port: number;
  readonly #folder: string;
  readonly #data: string;
  readonly #programs: string;
  #process: ServerProcess | undefined;

  constructor(folder: string, port: number) {
    const programs = findProgramFolder();
    if (programs === undefined) throw new Error('PostgreSQL is not installed.');
    this.#programs = programs;
    this.#folder = folder;
    this.#data = join(folder, 'data');
    this.port = port;
  }

  initialise(): Promise<void> {
    return initialise(join(this.#programs, 'initdb'), this.#folder, this.#data, PASSWORD);
  }

  /** Becomes a standby: copies from the server at `port`, then follows it through the port `through`. */
  async copyFrom(port: number, through: number): Promise<void> {
    const access = `host=127.0.0.1 user=${superuser} password=${PASSWORD} application_name=standby`;
    const args = ['-D', this.#data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', `${access} port=${port}`];
    await run(join(this.#programs, 'pg_basebackup'), args, { cwd: this.#folder, ...readUserIds(postgres.user) });
    // After a promotion it has no standby and must wait for none.
    const settings = `primary_conninfo = '${access} port=${through}'\nsynchronous_standby_names = ''\n`;
    appendFileSync(join(this.#data, 'postgresql.auto.conf'), settings);
  }

  async start(): Promise<void> {
    const args = ['-D', this.#data, '-p', String(this.port), ...SETTINGS.flatMap((setting) => ['-c', setting])];
    const ids = readUserIds(postgres.user);
    const server = spawnServer(join(this.#programs, 'postgres'), args, {
      folder: this.#folder,
      ids,
      deathSignal: 'INT',
    });
    this.#process = server;
    await awaitReady('PostgreSQL', server, async () => isReady(this.#data, server.pid));
  }

  /**
   * SIGINT disconnects all clients and shuts down in order; SIGQUIT ends at once, like a crash; SIGKILL leaves no
   * process to clean up.
   */
  async stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    if (!this.#process || this.#process.hasExited()) return;
    process.kill(this.#process.pid, signal);
    await this.#process.exited;
  }

  hasEnded(): boolean {
    return this.#process === undefined || this.#process.hasExited();
  }

  async promote(): Promise<void> {
    await this.query('select pg_promote(true, 30)');
  }

  url(database: string, port = this.port): string {
    return `postgres://${superuser}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  }

  /** Opens one connection for one statement. */
  async query<T extends object>(text: string, values: unknown[] = [], database = 'postgres'): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.url(database), connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<T>(text, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }
}
