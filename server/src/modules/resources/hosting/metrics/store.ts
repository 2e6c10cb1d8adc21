import { type Query, sql } from '@hostler/database';
import type { HostingRow } from '../store.ts';
import type { SampleRow } from './series.ts';

const COLUMNS = `at, cpu_seconds, memory_used_bytes, disk_used_bytes, network_in_bytes, network_out_bytes, disk_read_bytes,
  disk_write_bytes, vcpus`;

const BEFORE = sql<{ hosting_id: number; at: number }, SampleRow>(
  `select ${COLUMNS} from hosting_samples where hosting_id = :hosting_id and at < :at order by at desc limit 1`,
);
const BETWEEN = sql<{ hosting_id: number; start: number; end_at: number }, SampleRow>(
  `select ${COLUMNS} from hosting_samples
   where hosting_id = :hosting_id and at >= :start and at <= :end_at order by at`,
);
const OF_MANY = sql<{ ids: string; start: number; end_at: number }, SampleRow & { hosting_id: number }>(
  `select hosting_id, ${COLUMNS} from hosting_samples
   where hosting_id {in :ids} and at >= :start and at <= :end_at order by hosting_id, at`,
);
const SIZES = sql<{ account_id: number; ids: string }, Pick<HostingRow, 'id' | 'vcpus'>>(
  'select id, vcpus from hosting where account_id = :account_id and id {in :ids} order by id',
);
const AFTER = sql<{ hosting_id: number; at: number }, SampleRow>(
  `select ${COLUMNS} from hosting_samples where hosting_id = :hosting_id and at > :at order by at limit 1`,
);

/**
 * Lists the readings of a period and the ones directly before and after, which are needed at its edges. Readings have
 * no account, so the caller must have found the VPS for its account.
 */
export function* listSamples({ id }: HostingRow, start: number, end: number): Query<SampleRow[]> {
  const before = yield* BEFORE.one({ hosting_id: id, at: start });
  const between = yield* BETWEEN.all({ hosting_id: id, start, end_at: end });
  const after = yield* AFTER.one({ hosting_id: id, at: end });
  return [...(before ? [before] : []), ...between, ...(after ? [after] : [])];
}

/** Returns those of the VPSs that belong to the account, each with its readings of a period. */
export function* listSamplesOf(
  accountId: number,
  ids: readonly number[],
  start: number,
  end: number,
): Query<{ id: number; vcpus: number; samples: SampleRow[] }[]> {
  const own = yield* SIZES.all({ account_id: accountId, ids: JSON.stringify(ids) });
  const rows = yield* OF_MANY.all({ ids: JSON.stringify(own.map(({ id }) => id)), start, end_at: end });
  const samples = Map.groupBy(rows, ({ hosting_id }) => hosting_id);
  return own.map(({ id, vcpus }) => ({ id, vcpus, samples: samples.get(id) ?? [] }));
}
