import type { Database } from '@hostler/database';
import { storedValue } from '#kernel/stored-value.ts';

const probe = storedValue<number>('write_probe');

/** Writes one row: only a write shows whether the database still accepts any. */
export async function tryWriting(db: Database): Promise<void> {
  await db.write(() => probe.save(Date.now()));
}
