import { type Database, sql } from '@hostler/database';

const TRY = sql<{ value: string }>(
  `insert into settings (name, value) values ('write_probe', :value)
   on conflict (name) do update set value = excluded.value`,
);

/** Writes one row: only a write shows whether the database still accepts any. */
export async function tryWriting(db: Database): Promise<void> {
  await db.write(() => TRY.run({ value: String(Date.now()) }));
}
