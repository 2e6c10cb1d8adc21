import { currentTransaction, type Query, sql } from '@hostler/database';
import { storedValue } from '#kernel/stored-value.ts';

/** A stored value. A reset one keeps its row without a value, so that its revision is known. */
export interface StoredRow {
  name: string;
  value: string | null;
  revision: number;
  changed_at: number;
  changed_by: string;
}

/** Sent after a change, so that processes read the settings at once. */
export const SETTINGS_SIGNAL = 'settings';

const NEXT_REVISION = sql<object, { value: string }>(
  `insert into settings (name, value) values ('settings_revision', '1')
   on conflict (name) do update set value = cast(cast(settings.value as bigint) + 1 as text)
   returning value`,
);
const revision = storedValue<number>('settings_revision');
const LIST = sql<object, StoredRow>('select name, value, revision, changed_at, changed_by from stored_settings');
const SAVE = sql<StoredRow>(
  `insert into stored_settings (name, value, revision, changed_at, changed_by)
   values (:name, :value, :revision, :changed_at, :changed_by)
   on conflict (name) do update set value = excluded.value, revision = excluded.revision,
     changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
);

/** Returns the number of the last change; 0 if there was none. */
export function* readRevision(): Query<number> {
  return (yield* revision.read()) ?? 0;
}

/** Counts a change. Other changes wait until this transaction ends. */
export function* takeRevision(): Query<number> {
  (yield* currentTransaction()).signals.add(SETTINGS_SIGNAL);
  return Number((yield* NEXT_REVISION.one({}))?.value);
}

export function* listStored(): Query<StoredRow[]> {
  return yield* LIST.all({});
}

export function* saveStored(row: StoredRow): Query<void> {
  yield* SAVE.run(row);
}
