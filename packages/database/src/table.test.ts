import { openKernelDatabase } from '@hostler/testing/server/database.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from './database.ts';
import { sql } from './query.ts';
import { later, type NewRow, nullable, number, type Row, table, text } from './table.ts';

const things = table(
  'things',
  {
    id: number(),
    name: text(),
    kind: text<'large' | 'small'>(),
    note: nullable(text()),
    gone_at: later(number()),
  },
  { hidden: { account_id: number() }, shown: { name: 'upper(name)' }, unique: 'name' },
);
const plain = table('plain', { id: number(), size: number() });

const FIND = sql<{ id: number }, Row<typeof things>>(`select ${things.columns} from things where id = :id`);
const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from things where id = :id');

let db: Database;

beforeAll(async () => {
  const script = `
    create table things (
      id {id}, account_id bigint not null, name text not null unique, kind text not null, note text, gone_at bigint);
    create table plain (id {id}, size bigint not null);`;
  const kernel = await openKernelDatabase([{ id: 'things-001', script }]);
  db = kernel.db;
  return kernel.close;
});

describe('a table', () => {
  it('lists its columns without hidden ones', () => {
    expect(things.columns).toBe('id, upper(name) as name, kind, note, gone_at');
    expect(plain.columns).toBe('id, size');
  });

  it('returns a new row with its id, and with null in columns that are set later', async () => {
    const given: NewRow<typeof things> = { name: 'a', kind: 'small', note: null };
    const row = await db.write(() => things.insert(given, { account_id: 7 }));
    expect(row).toEqual({ id: expect.any(Number), name: 'a', kind: 'small', note: null, gone_at: null });
    const id = row?.id ?? 0;
    expect(await db.read(FIND.one({ id }))).toEqual({ ...row, name: 'A' });
    expect(await db.read(OWNER.one({ id }))).toEqual({ account_id: 7 });
    expect(await db.write(() => plain.insert({ size: 3 }))).toEqual({ id: expect.any(Number), size: 3 });
  });

  it('returns undefined and changes nothing if a unique value exists', async () => {
    const add = (note: string) => things.insert({ name: 'taken', kind: 'large', note }, { account_id: 1 });
    const row = await db.write(() => add('first'));
    expect(await db.write(() => add('second'))).toBeUndefined();
    expect(await db.read(FIND.one({ id: row?.id ?? 0 }))).toMatchObject({ note: 'first' });
  });

  it('requires every column that is not set later', async () => {
    // @ts-expect-error there is no note
    const withoutNote = () => things.insert({ name: 'b', kind: 'small' }, { account_id: 1 });
    await expect(db.write(withoutNote)).rejects.toThrow(':note is not given');
    // @ts-expect-error there is no owner
    const withoutOwner = () => things.insert({ name: 'b', kind: 'small', note: null });
    await expect(db.write(withoutOwner)).rejects.toThrow(':account_id is not given');
    // @ts-expect-error there is no such kind
    const withOtherKind = () => things.insert({ name: 'c', kind: 'middling', note: null }, { account_id: 1 });
    expect(await db.write(withOtherKind)).toBeDefined();
  });
});
