import { type KernelDatabase, openKernelDatabase } from '@hostler/testing/server/database.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { blocksMigrations } from './blocks.ts';
import { listedTable } from './listed-table.ts';
import type { PageRequest } from './page.ts';
import { type Query, sql } from './query.ts';
import { createSearchIndex, searchMigrations } from './search-index.ts';
import { later, number, type Row, text } from './table.ts';
import { readTotals, totalsMigrations } from './totals.ts';

const NEW = { status: 'open', created_at: 1 } as const;
const PAGE: PageRequest = { page: 1, per_page: 10, sort: 'asc', search: undefined, status: undefined };

const notes = listedTable(
  'notes',
  {
    id: number(),
    title: text(),
    status: text<'open' | 'closed'>(),
    created_at: number(),
    closed_at: later(number()),
  },
  { hidden: { color: text() }, unique: 'account_id, title' },
);
type NoteRow = Row<typeof notes>;

const CLOSE = sql<{ account_id: number; id: number }, NoteRow>(
  `update notes set status = 'closed', closed_at = 2 where account_id = :account_id and id = :id and status = 'open'
   returning ${notes.columns}`,
);
const DELETE_CLOSED = sql<{ account_id: number; id: number }, NoteRow>(
  `delete from notes where account_id = :account_id and id = :id and status = 'closed' returning ${notes.columns}`,
);

let kernel: KernelDatabase;
let account = 0;

beforeAll(async () => {
  kernel = await openKernelDatabase([
    ...totalsMigrations,
    ...blocksMigrations,
    ...searchMigrations,
    {
      id: 'notes-001',
      script: `create table notes (id {id}, account_id bigint not null, title text not null, status text not null,
        created_at bigint not null, closed_at bigint, color text not null, search_text text not null,
        unique (account_id, title));
        create index notes_by_account on notes (account_id, id);
        ${createSearchIndex('notes')}`,
    },
  ]);
  return kernel.close;
});

const write = <T>(body: () => Query<T>) => kernel.db.write(body);
const add = (title: string, to = account) =>
  write(() => notes.insert(to, { ...NEW, title }, { search: [title, null], color: 'red' }));
const close = (row: NoteRow) => write(() => notes.change(account, row, CLOSE.one({ account_id: account, id: row.id })));
const totals = async () =>
  Object.fromEntries((await kernel.db.read(readTotals(account, 'notes'))).map(({ status, count }) => [status, count]));

async function addOne(title: string): Promise<NoteRow> {
  account += 1;
  const row = await add(title);
  if (!row) throw new Error('The title is taken.');
  return row;
}

describe('a row of a listed table', () => {
  it('is found, listed and searched only by its account', async () => {
    const row = await addOne('Über Wasser');
    expect(row).toEqual({ ...NEW, id: expect.any(Number), title: 'Über Wasser', closed_at: null });
    expect(await kernel.db.read(notes.find(account, row.id))).toEqual(row);
    expect(await kernel.db.read(notes.list(account, { ...PAGE, search: 'über' }))).toMatchObject({
      items: [row],
      total: 1,
    });
    expect(await kernel.db.read(notes.find(account + 1, row.id))).toBeUndefined();
    expect(await kernel.db.read(notes.list(account + 1, PAGE))).toEqual({ items: [], total: 0 });
    expect(await write(() => notes.remove(account + 1, row.id))).toBeUndefined();
  });

  it('is counted by status from insert to deletion', async () => {
    const row = await addOne('first');
    expect(await totals()).toEqual({ open: 1 });
    const closed = await close(row);
    expect(closed).toMatchObject({ id: row.id, status: 'closed', closed_at: 2 });
    expect(await totals()).toMatchObject({ open: 0, closed: 1 });
    expect(await write(() => notes.remove(account, row.id))).toEqual(closed);
    expect(await totals()).toMatchObject({ open: 0, closed: 0 });
  });

  it('is not counted twice if nothing changed', async () => {
    const row = await addOne('once');
    expect(await add('once')).toBeUndefined();
    await close(row);
    expect(await close(row)).toBeUndefined();
    expect(await totals()).toMatchObject({ open: 0, closed: 1 });
  });

  it('can have a custom deletion with conditions', async () => {
    const row = await addOne('kept');
    const remove = () =>
      write(() => notes.remove(account, row.id, DELETE_CLOSED.one({ account_id: account, id: row.id })));
    expect(await remove()).toBeUndefined();
    expect(await totals()).toEqual({ open: 1 });
    await close(row);
    expect(await remove()).toMatchObject({ status: 'closed' });
    expect(await totals()).toMatchObject({ open: 0, closed: 0 });
  });
});
