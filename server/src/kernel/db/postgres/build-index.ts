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
 * Builds an index while others write. A build that broke off leaves one that no query uses and every write pays for: it
 * is dropped and built anew. One that a session of a dead process still builds is waited for.
 */
export async function buildIndex(client: ClientBase, index: TableIndex, watch: Watch): Promise<void> {
  for (;;) {
    const state = await lookAt(client, index);
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
      // Somebody else's session has begun it meanwhile.
      if ((error as { code?: string }).code === DUPLICATE_TABLE) continue;
      // A unique one refuses writes even when it is of no use.
      await client.query(`drop index concurrently if exists ${index.name}`).catch(() => {});
      throw error;
    }
  }
}

async function lookAt(client: ClientBase, { name }: TableIndex): Promise<IndexState | undefined> {
  const { rows } = await client.query<IndexState>(STATE, [name]);
  return rows[0];
}
