import { statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { type Measured, type MeasuredStep, toSteps } from '../measure.ts';
import { listTables } from './tables.ts';

export function measureFile(file: string): Measured {
  const db = new Sqlite(file, { readonly: true });
  try {
    const tables = listTables(db);
    const count = (table: string) => db.prepare(`select count(*) from "${table}"`).pluck().get() as number;
    const has = (table: string) => tables.includes(table);
    const steps = has('migrations') ? (db.prepare('select * from migrations').all() as MeasuredStep[]) : [];
    const settings = has('settings') ? db.prepare('select name, value from settings').raw().all() : [];
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    return {
      product: 'SQLite',
      steps: toSteps(steps),
      rows: Object.fromEntries(tables.map((table) => [table, count(table)])),
      bytes: statSync(file).size + log,
      settings: Object.fromEntries(settings as [string, string][]),
    };
  } finally {
    db.close();
  }
}

/** Counts the rows that were created after a time. Tables that are missing or have no such column are left out. */
export function countCreatedSince(file: string, tables: readonly string[], since: number): Record<string, number> {
  const db = new Sqlite(file, { readonly: true });
  try {
    const dated = db.prepare(`select 1 from pragma_table_info(?) where name = 'created_at'`).pluck();
    const count = (table: string) =>
      db.prepare(`select count(*) from "${table}" where created_at > ?`).pluck().get(since) as number;
    return Object.fromEntries(tables.filter((table) => dated.get(table)).map((table) => [table, count(table)]));
  } finally {
    db.close();
  }
}
