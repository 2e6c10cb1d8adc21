import type { VpsSample } from '../../engines/vps/driver.ts';
import { type Query, sql } from '../../kernel/db/query.ts';
import { RETENTION } from './retention.ts';
import { HOSTING_COLUMNS, type HostingRow } from './store.ts';

export type OwnedHostingRow = HostingRow & { account_id: number };

const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from hosting where id = :id');
const ALL = sql<object, OwnedHostingRow>(`select account_id, ${HOSTING_COLUMNS} from hosting order by id`);
const OF_ACCOUNT = sql<{ account_id: number }, OwnedHostingRow>(
  `select account_id, ${HOSTING_COLUMNS} from hosting where account_id = :account_id order by id`,
);
const LIVING = sql<object, { id: number }>(`select id from hosting where status <> 'terminated'`);

/** Whose VPS it is; for operators, who see them all. */
export function* findHostingOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}

export function listAllHosting(accountId: number | undefined): Query<OwnedHostingRow[]> {
  return accountId === undefined ? ALL.all({}) : OF_ACCOUNT.all({ account_id: accountId });
}

export function* listLivingIds(): Query<Set<number>> {
  return new Set((yield* LIVING.all({})).map(({ id }) => id));
}

const [FINE, MEDIUM, COARSE] = RETENTION;

/**
 * How long a reading is kept is settled when it comes: the first of an hour longest, the first of five minutes less long,
 * the rest a day. So thinning is one cheap delete by an index, and never looks at a row twice.
 */
const INSERT_SAMPLE = sql<Record<string, number>>(
  `insert into hosting_samples (hosting_id, at, cpu_seconds, memory_used_bytes, disk_used_bytes, network_in_bytes,
     network_out_bytes, disk_read_bytes, disk_write_bytes, keep_until)
   values (:hosting_id, :at, :cpu_seconds, :memory_used_bytes, :disk_used_bytes, :network_in_bytes, :network_out_bytes,
     :disk_read_bytes, :disk_write_bytes,
     case
       when not exists (select 1 from hosting_samples where hosting_id = :hosting_id and at >= :coarse_start and at < :at)
         then cast(:coarse_end as bigint)
       when not exists (select 1 from hosting_samples where hosting_id = :hosting_id and at >= :medium_start and at < :at)
         then cast(:medium_end as bigint)
       else cast(:fine_end as bigint)
     end)
   on conflict (hosting_id, at) do nothing`,
);
const FORGET_SAMPLES = sql<{ now: number; limit: number }>(
  `delete from hosting_samples where (hosting_id, at) in (
     select hosting_id, at from hosting_samples where keep_until < :now order by keep_until limit :limit)`,
);

export function* insertSample(hostingId: number, sample: VpsSample): Query<void> {
  const { at } = sample;
  yield* INSERT_SAMPLE.run({
    hosting_id: hostingId,
    at,
    cpu_seconds: sample.cpuSeconds,
    memory_used_bytes: sample.memoryUsedBytes,
    disk_used_bytes: sample.diskUsedBytes,
    network_in_bytes: sample.networkInBytes,
    network_out_bytes: sample.networkOutBytes,
    disk_read_bytes: sample.diskReadBytes,
    disk_write_bytes: sample.diskWriteBytes,
    coarse_start: at - (at % COARSE.spacing),
    medium_start: at - (at % MEDIUM.spacing),
    coarse_end: at + COARSE.keptFor,
    medium_end: at + MEDIUM.keptFor,
    fine_end: at + FINE.keptFor,
  });
}

/** A few at a time, so that no write waits long; answers how many went. */
export function forgetSamples(now: number, limit: number): Query<number> {
  return FORGET_SAMPLES.run({ now, limit });
}
