import type { Migration } from './migrate.ts';

export const SIGNALS = 'signals';

/** The signals of recent commits, for other processes that share a SQLite file. PostgreSQL has notifications instead. */
export const signalsMigrations: readonly Migration[] = [
  { id: 'signals-001', script: `create table ${SIGNALS} (id {id}, writer text not null, names text not null);` },
];
