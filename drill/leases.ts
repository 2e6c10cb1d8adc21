import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from './cluster/cluster.ts';
import { until } from './until.ts';

const LOOK_EVERY_MS = 20;

interface Held {
  id: number;
  leased_by: string | null;
}

/** Reads who holds the restarts, with a direct connection to the database. */
export async function watchLeases({ pair, installation }: Cluster) {
  const client = new pg.Client({ connectionString: pair.leader.url(installation.name) });
  client.on('error', () => {});
  await client.connect();
  const read = async (): Promise<Held[]> => {
    const { rows } = await client.query<Held>(`select id, leased_by from jobs where kind = 'hosting.restart'`);
    return rows;
  };
  return {
    /** Resolves when this many restarts are leased. */
    awaitHeld: (count: number) =>
      until(
        `${count} restarts are at work`,
        async () => (await read()).filter(({ leased_by }) => leased_by !== null).length === count,
        { everyMs: LOOK_EVERY_MS },
      ),
    /** Returns how long it takes from now until other workers hold or have done all of them. */
    async measureTakeover(): Promise<number> {
      const holders = new Map((await read()).map(({ id, leased_by }) => [id, leased_by]));
      const since = performance.now();
      const waits = ({ id, leased_by }: Held) => leased_by === null || holders.get(id) === leased_by;
      while ((await read()).some(waits)) await sleep(LOOK_EVERY_MS);
      return performance.now() - since;
    },
    close: () => client.end(),
  };
}
