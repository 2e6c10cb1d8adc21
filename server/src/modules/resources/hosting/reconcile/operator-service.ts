import type { EngineHealth } from '../../../../engines/engine.ts';
import type { Database } from '../../../../kernel/db/database.ts';
import { formatTime } from '../../../../kernel/time.ts';
import { nameOf } from './letters.ts';
import { countMissing, listMissing } from './operator-store.ts';

/** Machines that are named; the others are only counted. */
const MOST_NAMED = 20;

/** The line of `doctor` about machines that are gone from the engine. */
export async function checkMachines(db: Database): Promise<EngineHealth> {
  const answer = { reachable: true, version: null };
  const missing = await db.read(listMissing(MOST_NAMED));
  const [first] = missing;
  if (!first) return { ...answer, detail: 'No machine is missing on the engine.', advice: null };
  const more = (await db.read(countMissing())) - missing.length;
  const named = missing.map((machine) => `${nameOf(machine)} since ${formatTime(machine.missing_since)}`);
  return {
    ...answer,
    detail: `Missing on the engine: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`,
    advice: `Give a renamed machine its name back, or restore the newest backup of its server (Backups in the panel), or run: hostler hosting terminate --id ${first.id}`,
  };
}
