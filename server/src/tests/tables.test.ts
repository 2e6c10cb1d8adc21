import { sql } from '@hostler/database';
import { listTables } from '@hostler/database/testing';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { startTestServer } from '@hostler/testing/server/server.ts';
import { expect, it } from 'vitest';

const COLUMNS = sql<{ table: string }, { name: string; type: string; nullable: number }>(
  runsOnPostgres
    ? `select column_name as name, data_type as type, case when is_nullable = 'YES' then 1 else 0 end as nullable
       from information_schema.columns where table_schema = 'public' and table_name = :table`
    : `select name, lower(type) as type, case when "notnull" = 1 or pk > 0 then 0 else 1 end as nullable
       from pragma_table_info(:table)`,
);

it('each table is declared as its migrations created it', async () => {
  const { hostler, stop } = await startTestServer({ worker: false });
  try {
    const tables = listTables();
    expect(tables.length).toBeGreaterThan(10);
    const declared: string[] = [];
    const made: string[] = [];
    for (const { name, declared: columns } of tables) {
      const rows = await hostler.db.read(COLUMNS.all({ table: name }));
      const found = new Map(rows.map((row) => [row.name, `${kindOf(row.type)}${row.nullable ? ' or null' : ''}`]));
      for (const [column, { type, nullable }] of Object.entries(columns)) {
        declared.push(`${name}.${column}: ${type}${nullable ? ' or null' : ''}`);
        made.push(`${name}.${column}: ${found.get(column)}`);
      }
    }
    expect(declared).toEqual(made);
  } finally {
    await stop();
  }
});

function kindOf(type: string): string {
  return /^(bigint|integer|double precision|real)$/.test(type) ? 'number' : type;
}
