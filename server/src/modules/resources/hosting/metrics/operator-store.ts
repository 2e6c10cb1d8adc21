import { type Query, sql } from '@hostler/database';
import { keepUntil, RETENTION } from '#kernel/series/thinning.ts';
import { LATE_MS, type Tally } from './tally.ts';

/** The tally of a machine after its newest reading. */
export interface TalliedReading {
  hostingId: number;
  /** Current number of vCPUs. */
  vcpus: number;
  tally: Tally;
  /** Time of the last reading included before this one; null if there was none. */
  from: number | null;
}

const [FINE, MEDIUM, COARSE] = RETENTION;

const TALLIES = sql<{ after: number; last: number }, { hosting_id: number; tally: string }>(
  'select hosting_id, tally from hosting_tallies where hosting_id > :after and hosting_id <= :last',
);
const SAVE_TALLIES = sql<{ rows: string }>(
  `insert into hosting_tallies (hosting_id, at, tally)
   select cast(r.value ->> 'hosting_id' as bigint), cast(r.value ->> 'at' as bigint), r.value ->> 'tally'
   from {each :rows as r} where true
   on conflict (hosting_id) do update set at = excluded.at, tally = excluded.tally
   where hosting_tallies.at < excluded.at or hosting_tallies.at > excluded.at + ${LATE_MS}`,
);
/** Compares with the last reading, so that two workers never count the same traffic. */
const ADVANCE_TALLIES = sql<{ rows: string }, { hosting_id: number }>(
  `update hosting_tallies set at = cast(r.value ->> 'at' as bigint), tally = r.value ->> 'tally'
   from {each :rows as r}
   where hosting_tallies.hosting_id = cast(r.value ->> 'hosting_id' as bigint)
     and hosting_tallies.at = cast(r.value ->> 'from' as bigint)
   returning hosting_tallies.hosting_id`,
);
const BEGIN_TALLIES = sql<{ rows: string }, { hosting_id: number }>(
  `insert into hosting_tallies (hosting_id, at, tally)
   select cast(r.value ->> 'hosting_id' as bigint), cast(r.value ->> 'at' as bigint), r.value ->> 'tally'
   from {each :rows as r} where true
   on conflict (hosting_id) do nothing returning hosting_id`,
);
const FORGET_TALLIES = sql<{ ids: string }>(
  'delete from hosting_tallies where hosting_id in (select cast(i.value as bigint) from {each :ids as i})',
);

/**
 * The retention of a reading is set on insert. The first of an hour is kept longest, the first of five minutes shorter,
 * all others a day. Thinning is then one cheap delete by index that never reads a row twice.
 */
const INSERT_SAMPLES = sql<{ rows: string }>(
  `insert into hosting_samples (hosting_id, at, cpu_seconds, memory_used_bytes, disk_used_bytes, network_in_bytes,
     network_out_bytes, disk_read_bytes, disk_write_bytes, vcpus, keep_until)
   select n.hosting_id, n.at, n.cpu_seconds, n.memory_used_bytes, n.disk_used_bytes, n.network_in_bytes,
     n.network_out_bytes, n.disk_read_bytes, n.disk_write_bytes, n.vcpus,
     case
       when not exists (
         select 1 from hosting_samples as s where s.hosting_id = n.hosting_id and s.at >= n.coarse_start and s.at < n.at)
         then n.at + ${COARSE.keptFor}
       when not exists (
         select 1 from hosting_samples as s where s.hosting_id = n.hosting_id and s.at >= n.medium_start and s.at < n.at)
         then n.at + ${MEDIUM.keptFor}
       else n.at + ${FINE.keptFor}
     end
   from (
     select cast(r.value ->> 'cpuSeconds' as double precision) as cpu_seconds, ${[
       ['hosting_id', 'hostingId'],
       ['at', 'at'],
       ['memory_used_bytes', 'memoryUsedBytes'],
       ['disk_used_bytes', 'diskUsedBytes'],
       ['network_in_bytes', 'networkInBytes'],
       ['network_out_bytes', 'networkOutBytes'],
       ['disk_read_bytes', 'diskReadBytes'],
       ['disk_write_bytes', 'diskWriteBytes'],
       ['vcpus', 'vcpus'],
       ['coarse_start', 'coarseStart'],
       ['medium_start', 'mediumStart'],
     ]
       .map(([column, field]) => `cast(r.value ->> '${field}' as bigint) as ${column}`)
       .join(', ')}
     from {each :rows as r}) as n where true
   on conflict (hosting_id, at) do nothing`,
);
const FORGET_SAMPLES = sql<{ now: number; limit: number }>(
  `delete from hosting_samples where (hosting_id, at) in (
     select hosting_id, at from hosting_samples where keep_until < :now order by keep_until limit :limit)`,
);

const FORGET_AHEAD = sql<{ hosting_id: number; at: number; limit: number }>(
  `delete from hosting_samples where hosting_id = :hosting_id and at in (
     select at from hosting_samples where hosting_id = :hosting_id and at > :at order by at limit :limit)`,
);

/** Deletes readings later than `at` and returns their number. */
export function forgetAhead(hostingId: number, at: number, limit: number): Query<number> {
  return FORGET_AHEAD.run({ hosting_id: hostingId, at, limit });
}

/** Lists the tallies of the machines after one id, up to and including another. */
export function* listTallies(after: number, last: number): Query<Map<number, Tally>> {
  const rows = yield* TALLIES.all({ after, last });
  return new Map(rows.map(({ hosting_id, tally }) => [hosting_id, JSON.parse(tally) as Tally]));
}

/**
 * Stores one reading per machine, with the new tallies. Returns the machines whose tally this call advanced: another
 * worker may have done it first.
 */
export function* insertReadings(readings: readonly TalliedReading[]): Query<ReadonlySet<number>> {
  if (readings.length === 0) return new Set();
  const samples = readings.map(({ hostingId, vcpus, tally: { totals } }) => ({
    ...totals,
    hostingId,
    vcpus,
    coarseStart: totals.at - (totals.at % COARSE.spacing),
    mediumStart: totals.at - (totals.at % MEDIUM.spacing),
  }));
  yield* INSERT_SAMPLES.run({ rows: JSON.stringify(samples) });
  const tallies = readings.map(({ hostingId, tally, from }) => ({
    ...{ hosting_id: hostingId, at: tally.last.at, from },
    tally: JSON.stringify(tally),
  }));
  const [later, first] = [tallies.filter(({ from }) => from !== null), tallies.filter(({ from }) => from === null)];
  const advanced = later.length === 0 ? [] : yield* ADVANCE_TALLIES.all({ rows: JSON.stringify(later) });
  const begun = first.length === 0 ? [] : yield* BEGIN_TALLIES.all({ rows: JSON.stringify(first) });
  return new Set([...advanced, ...begun].map(({ hosting_id }) => hosting_id));
}

const INSERT_HISTORY = sql<{ hosting_id: number; rows: string }>(
  `insert into hosting_samples (hosting_id, at, cpu_seconds, memory_used_bytes, disk_used_bytes, network_in_bytes,
     network_out_bytes, disk_read_bytes, disk_write_bytes, keep_until)
   select :hosting_id, cast(r.value ->> 'at' as bigint), cast(r.value ->> 'cpuSeconds' as double precision), ${[
     'memoryUsedBytes',
     'diskUsedBytes',
     'networkInBytes',
     'networkOutBytes',
     'diskReadBytes',
     'diskWriteBytes',
     'keepUntil',
   ]
     .map((field) => `cast(r.value ->> '${field}' as bigint)`)
     .join(', ')}
   from {each :rows as r} where true
   on conflict (hosting_id, at) do nothing`,
);

/**
 * Stores readings from before the server was monitored here, oldest first. Each is kept as long as a regular reading of
 * its time.
 */
export function* insertHistory(hostingId: number, readings: readonly Tally['totals'][]): Query<void> {
  const rows = readings.map((reading, index) => ({
    ...reading,
    keepUntil: keepUntil(reading.at, readings[index - 1]?.at ?? null),
  }));
  yield* INSERT_HISTORY.run({ hosting_id: hostingId, rows: JSON.stringify(rows) });
  const last = readings.at(-1);
  if (last === undefined) return;
  const tally = JSON.stringify({ last, totals: last } satisfies Tally);
  yield* SAVE_TALLIES.run({ rows: JSON.stringify([{ hosting_id: hostingId, at: last.at, tally }]) });
}

export function* forgetTallies(ids: readonly number[]): Query<void> {
  yield* FORGET_TALLIES.run({ ids: JSON.stringify(ids) });
}

export function forgetSamples(now: number, limit: number): Query<number> {
  return FORGET_SAMPLES.run({ now, limit });
}
