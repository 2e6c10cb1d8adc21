import pg from 'pg';
import { LostRace } from '../change-row.ts';
import type { Query } from '../query.ts';
import { isSerializationFailure } from '../statement-error.ts';
import type { Connection, Request } from './connection.ts';
import { Abandoned, drive, type Surroundings } from './drive.ts';
import { Line } from './line.ts';
import { bumpVersions } from './versions.ts';

const RETRIES = 5;
const RETRY_WITHIN_MS = 50;

export const BEGIN: Request = { text: 'begin' };

/** Runs a query in its own transaction. */
export async function transact<T>(
  pool: pg.Pool,
  end: 'commit' | 'rollback',
  query: Query<T>,
  surroundings: Surroundings,
): Promise<T> {
  const client = await pool.connect();
  const line = new Line(client);
  let broken: Error | undefined;
  try {
    line.defer(BEGIN);
    const value = await drive(line, query, surroundings);
    if (surroundings.touched) await bumpVersions(line, [surroundings.touched]);
    const { command } = await line.query({ text: end });
    // COMMIT rolls a failed transaction back without an error. A query that continued after a failure must not appear
    // to succeed.
    if (end === 'commit' && command !== 'COMMIT') throw new Error(`COMMIT was answered by ${command}`);
    return value;
  } catch (error) {
    if (line.isUsed) broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

const BEGIN_READ: Request = { text: 'begin isolation level repeatable read read only' };

/** Reads on one connection in one snapshot, that of the first statement. */
export async function readAtOneMoment<T>(pool: pg.Pool, read: (line: Line) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const line = new Line(client);
  line.defer(BEGIN_READ);
  try {
    return await read(line);
  } finally {
    // Nothing was changed, so do not wait for the rollback.
    if (line.isUsed) void rollBack(client).then((broken) => client.release(broken));
    else client.release();
  }
}

class Several extends Abandoned {}

/** Uses a connection per statement. `pool.query` does the same, but takes twice as long for frequent statements. */
export function eachByItself(pool: pg.Pool): Connection {
  return {
    async query(request) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        return await new Line(client).query(request);
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) broken = error as Error;
        throw error;
      } finally {
        client.release(broken);
      }
    },
  };
}

/** Runs a query that is usually one statement, without a transaction. If there are several, restarts it in one. */
export async function readOnce<T>(pool: pg.Pool, query: () => Query<T>, surroundings: Surroundings): Promise<T> {
  const connection = eachByItself(pool);
  let isAsked = false;
  const once: Connection = {
    query(request) {
      if (isAsked) throw new Several();
      isAsked = true;
      return connection.query(request);
    },
  };
  try {
    return await drive(once, query(), surroundings);
  } catch (error) {
    if (!(error instanceof Several)) throw error;
  }
  return readAtOneMoment(pool, (line) => drive(line, query(), surroundings));
}

/** Rolls back. Returns the error if that fails: the connection must then be discarded. */
export function rollBack(client: pg.ClientBase): Promise<Error | undefined> {
  return client.query('rollback').then(
    () => undefined,
    (failure: Error) => failure,
  );
}

/**
 * Retries a transaction that PostgreSQL ended because of a deadlock or a serialization failure. Throws `LostRace` after
 * 5 retries.
 */
export async function untilNotInTheWay<T>(run: () => Promise<T>): Promise<T> {
  for (let left = RETRIES; ; left--) {
    try {
      return await run();
    } catch (error) {
      if (!isSerializationFailure(error)) throw error;
      if (left === 0) throw new LostRace(error);
      // Random delay, so that the same transactions do not collide again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * RETRY_WITHIN_MS));
    }
  }
}
