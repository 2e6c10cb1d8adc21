import type { ClientBase } from 'pg';
import type { TableIndex } from '../script.ts';
import type { Watch } from './migration-watch.ts';

interface IndexState {
  readonly valid: boolean;
  readonly building: boolean;
}

const STATE = `
  select indisvalid as valid,
    exists (select 1 from pg_stat_progress_create_index where index_relid = indexrelid) as building
  from pg_index where indexrelid = to_regclass($1)`;
const DUPLICATE_TABLE = '42P07';
const LOOK_AGAIN_MS = 200;

/**
 * Builds an index concurrently with writes. An interrupted build leaves an invalid index that costs every write, so it
 * is dropped and rebuilt. If the session of a dead process is still building, waits for it.
 */
export async function buildIndex(client: ClientBase, index: TableIndex, watch: Watch): Promise<void> {
  for (;;) {
    const state = await inspect(client, index);
    if (state?.valid) return;
    if (state?.building) {
      await watch.index(index, new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS)));
      continue;
    }
    if (state) await client.query(`drop index concurrently if exists ${index.name}`);
    try {
      await watch.index(index, client.query(index.statement));
      return;
    } catch (error) {
      // Another session has started the build meanwhile.
      if ((error as { code?: string }).code === DUPLICATE_TABLE) continue;
      // An invalid unique index still refuses writes.
      await client.query(`drop index concurrently if exists ${index.name}`).catch(() => {});
      throw error;
    }
  }
}

async function inspect(client: ClientBase, { name }: TableIndex): Promise<IndexState | undefined> {
  const { rows } = await client.query<IndexState>(STATE, [name]);
  return rows[0];
}
