import type { ClientBase } from 'pg';
import pg from 'pg';

/**
 * Returns whether a connection goes through a pooler. A pooler gives its clients cancellation ids of its own; a plain
 * proxy does not.
 */
export async function isPooled(client: ClientBase): Promise<boolean> {
  const { processID } = client as ClientBase & { processID?: number };
  return processID !== (await readPid(client));
}

async function readPid(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

const NAME = 'hostler_probe';
const TRIES = 5;
const UNKNOWN_STATEMENT = '26000';

/**
 * Returns whether a prepared statement can be reused in the next transaction on any server connection, as with
 * PgBouncer from 1.21 on if configured. Tests it: the connection that prepared the statement is kept busy, so that the
 * pooler must assign another. Returns undefined if there was only one.
 */
export async function keepsPrepared(url: string): Promise<boolean | undefined> {
  const [asker, other] = [createClient(url), createClient(url)];
  try {
    await Promise.all([asker.connect(), other.connect()]);
    const prepared = { name: NAME, text: 'select pg_backend_pid() as pid' };
    const first = (await asker.query<{ pid: number }>(prepared)).rows[0]?.pid;
    for (let tries = 0; tries < TRIES; tries++) {
      await other.query('begin');
      const isBusy = (await readPid(other)) === first;
      const second = await useAgain(asker, prepared);
      await other.query('rollback');
      if (second === undefined) return false;
      if (isBusy && second !== first) return true;
    }
    return undefined;
  } finally {
    await Promise.all([asker.end(), other.end()]).catch(() => {});
  }
}

/** Returns the connection the statement ran on, or undefined if it was unknown there. */
async function useAgain(client: ClientBase, prepared: { name: string; text: string }): Promise<number | undefined> {
  try {
    return (await client.query<{ pid: number }>(prepared)).rows[0]?.pid;
  } catch (error) {
    if ((error as { code?: string }).code === UNKNOWN_STATEMENT) return undefined;
    throw error;
  }
}

function createClient(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    application_name: 'hostler-doctor',
  });
  client.on('error', () => {});
  return client;
}
