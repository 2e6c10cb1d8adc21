import { type KernelDatabase, openKernelDatabase } from '@hostler/testing/server/database.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { applyMigrations, findMissing, findUnknown, type Migration } from './migrate.ts';
import { runScript, sql } from './query.ts';

const FIRST: Migration = { id: 'a-001', script: 'create table first (id {id}, name text not null);' };
const SECOND: Migration = {
  id: 'a-002',
  script: 'create table second (id {id}); alter table first add column age bigint;',
};
const BROKEN: Migration = { id: 'b-001', script: 'create table third (id {id}); insert into nowhere values (1);' };
const COUNT = sql<object, { count: number }>(`select count(*) as count from migrations where id like 'a-%'`);
const THIRD = sql<object, { id: number }>('select id from third');
const AGES = sql<object, { age: number | null }>('select age from first');

let kernel: KernelDatabase;

beforeEach(async () => {
  kernel = await openKernelDatabase([FIRST]);
  return kernel.close;
});

const apply = (migrations: Migration[], db = kernel.db) => db.write(() => applyMigrations(migrations, Date.now()));

describe('migrations', () => {
  it('that are missing are applied in order, once, by any number of processes', async () => {
    expect(await kernel.db.read(findMissing([FIRST, SECOND]))).toEqual([SECOND]);
    const others = [kernel.open(), kernel.open()];
    const applied = await Promise.all([kernel.db, ...others].map((db) => apply([FIRST, SECOND], db)));
    expect(applied.flat()).toEqual(['a-002']);
    expect(await kernel.db.read(COUNT.one({}))).toEqual({ count: 2 });
    expect(await kernel.db.read(AGES.all({}))).toEqual([]);
    expect(await apply([FIRST, SECOND])).toEqual([]);
  });

  it('from a newer version are reported, with whether they break this version', async () => {
    const newer: Migration[] = [
      { id: 'c-001', script: 'create table fourth (id {id});' },
      { id: 'c-002', script: 'drop table fourth;', breaks: true },
    ];
    await apply([FIRST, SECOND, ...newer]);
    expect(await kernel.db.read(findUnknown([FIRST, SECOND]))).toEqual([
      { id: 'c-001', breaks: false },
      { id: 'c-002', breaks: true },
    ]);
    expect(await kernel.db.read(findUnknown([FIRST, SECOND, ...newer]))).toEqual([]);
  });

  it('from before the column `breaks` count as harmless', async () => {
    const old = await openKernelDatabase([]);
    try {
      const before = `drop table migrations;
        create table migrations (id text primary key, applied_at bigint not null);
        insert into migrations (id, applied_at) values ('a-001', 1), ('old-001', 1);
        create table first (id {id}, name text not null);`;
      await old.db.write(() => runScript(before));
      expect(await apply([FIRST, SECOND], old.db)).toEqual(['migrations-001', 'a-002']);
      expect(await old.db.read(findUnknown([FIRST, SECOND]))).toEqual([{ id: 'old-001', breaks: false }]);
    } finally {
      await old.close();
    }
  });

  it('that fail leave nothing behind', async () => {
    await apply([FIRST, SECOND]);
    await expect(apply([FIRST, SECOND, BROKEN])).rejects.toThrow();
    expect(await kernel.db.read(findMissing([FIRST, SECOND, BROKEN]))).toEqual([BROKEN]);
    await expect((async () => kernel.db.read(THIRD.all({})))()).rejects.toThrow();
  });
});
