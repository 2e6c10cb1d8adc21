import { type Query, sql } from '@hostler/database';

/** Internal setting with the version that migrated the database last. */
export const PROGRAM_VERSION = 'program_version';

const NOTE = sql<{ value: string }>(
  `insert into settings (name, value) values ('${PROGRAM_VERSION}', :value)
   on conflict (name) do update set value = excluded.value`,
);

export function* noteProgramVersion(version: string): Query<void> {
  yield* NOTE.run({ value: version });
}
