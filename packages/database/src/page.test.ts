import { type KernelDatabase, openKernelDatabase, runsOnPostgres } from '@hostler/testing/server/database.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { blocksMigrations } from './blocks.ts';
import { defineList, ofAccount, type PageRequest } from './page.ts';
import { insert, type Query, sql } from './query.ts';
import { foldForSearch } from './search.ts';
import { createSearchIndex, indexBatch, searchMigrations } from './search-index.ts';
import { countRow, moveRow, readTotal, totalsMigrations } from './totals.ts';

const STATUSES = ['open', 'closed', 'lost'] as const;
const ACCOUNTS = [1, 2];

interface Note {
  id: number;
  account_id: number;
  title: string;
  status: string;
}

const migrations = [
  ...totalsMigrations,
  ...blocksMigrations,
  ...searchMigrations,
  {
    id: 'notes-001',
    script: `create table notes (id {id}, account_id bigint not null, title text not null, status text not null,
      search_text text not null);
      create index notes_by_account on notes (account_id, id);
      ${createSearchIndex('notes')}`,
  },
];

const INSERT = insert<Omit<Note, 'id'> & { search_text: string }>('notes', [
  'account_id',
  'title',
  'status',
  'search_text',
]);
const STATUS = sql<{ id: number }, { status: string }>('select status from notes where id = :id');
const MOVE = sql<{ id: number; from: string; status: string }>(
  'update notes set status = :status where id = :id and status = :from',
);
const DELETE = sql<{ id: number }>('delete from notes where id = :id');
const COUNT = sql<{ account_id: number; status: string }, { count: number }>(
  'select count(*) as count from notes where account_id = :account_id and status = :status',
);
const listNotes = defineList<Note>({ columns: 'id, account_id, title, status', strands: [ofAccount('notes')] });

let kernel: KernelDatabase;
/** Content of the table in the order of creation: the model that the list is compared with. */
const notes: Note[] = [];

function* addNote(account_id: number, title: string, status: string): Query<Note> {
  const note = { account_id, title, status };
  const id = yield* INSERT({ ...note, search_text: foldForSearch(title) });
  yield* countRow({ account_id, list: 'notes', status, id, count: 1 });
  return { ...note, id };
}

function* removeNote(index: number): Query<void> {
  const [note] = notes.splice(index, 1);
  if (!note) return;
  yield* DELETE.run({ id: note.id });
  yield* countRow({ account_id: note.account_id, list: 'notes', status: note.status, id: note.id, count: -1 });
}

beforeAll(async () => {
  kernel = await openKernelDatabase(migrations);
  const words = ['Apfel', 'ÄPFEL', '100%', 'a_b', 'back\\slash', 'İstanbul', 'ﬁne', "o'clock", 'Straße', '日本語'];
  await kernel.db.write(function* () {
    for (let number = 0; number < 470; number++) {
      const title = `${words[number % words.length]} ${words[(number * 7) % words.length]} ${number}`;
      const status = STATUSES[(number * number) % STATUSES.length] ?? 'open';
      notes.push(yield* addNote(number % 3 === 0 ? 2 : 1, title, status));
    }
  });
  // Two batches of 200; the rest is found without the index. PostgreSQL maintains the whole index itself.
  if (!runsOnPostgres) while (await kernel.db.write(() => indexBatch('notes')));
  await kernel.db.write(function* () {
    for (const index of [400, 250, 30, 7]) yield* removeNote(index);
  });
  return kernel.close;
});

/** Straightforward implementation of the list. */
function plainPage(account: number, { page, per_page, sort, status, search }: PageRequest) {
  const found = notes.filter(
    (note) =>
      note.account_id === account &&
      (status === undefined || note.status === status) &&
      (search === undefined || foldForSearch(note.title).includes(foldForSearch(search))),
  );
  const ordered = sort === 'asc' ? found : found.toReversed();
  return { items: ordered.slice((page - 1) * per_page, page * per_page), total: found.length };
}

const someText = fc.oneof(
  fc.constantFrom(
    'apfel',
    'ÄPF',
    '%',
    '_',
    '\\',
    '100%',
    'a_b',
    'axb',
    "'",
    'FINE',
    'straße',
    'istanbul',
    '',
    ' ',
    '9',
  ),
  fc.nat(490).map(String),
  fc.nat(490).map((number) => `apfel ${number}`),
  fc.string({ maxLength: 3 }),
  fc.constantFrom(
    'Äpfel 1',
    'STANBUL İ',
    '日本',
    '日本語 3',
    '語',
    "straße o'clo",
    '\\sl',
    '\\slash 100% 1',
    "k ' &",
    'k:*',
  ),
);

const someRequest = fc.record({
  page: fc.oneof(
    fc.integer({ min: 1, max: 6 }),
    fc.integer({ min: 1, max: 40 }),
    fc.constantFrom(1_000_000, Number.MAX_SAFE_INTEGER),
  ),
  per_page: fc.integer({ min: 1, max: 100 }),
  sort: fc.constantFrom('asc' as const, 'desc' as const),
  status: fc.option(fc.constantFrom<string>(...STATUSES, 'unheard-of'), { nil: undefined }),
  search: fc.option(someText, { nil: undefined }),
});

describe('a page of a list', () => {
  it('is the same as that of a plain listing, from whichever end it is read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ACCOUNTS, 3), someRequest, async (account, request) => {
        const { items, total } = await kernel.db.readInTurns(listNotes(account, request));
        expect({ items, total }).toEqual(plainPage(account, request));
      }),
      { numRuns: 400 },
    );
  });

  it('treats wildcards in the search literally', async () => {
    const find = async (search: string) => {
      const request = { page: 1, per_page: 100, sort: 'asc', search } as const;
      return (await kernel.db.read(listNotes(1, request))).items.map(({ title }) => title);
    };
    for (const text of ['%', '_', '\\', '100%', 'a_b']) {
      const found = await find(text);
      expect(found.length).toBeGreaterThan(0);
      expect(found.every((title) => title.includes(text))).toBe(true);
    }
    expect(await find('a%b')).toEqual([]);
    expect(await find('1__%')).toEqual([]);
  });
});

describe('totals', () => {
  it('match a count after inserts and moves, even concurrent ones', async () => {
    const someStatus = fc.constantFrom(...STATUSES);
    const moves = fc.array(fc.tuple(fc.nat(notes.length - 1), someStatus), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(moves, async (wanted) => {
        await Promise.all(
          wanted.map(([index, status]) =>
            kernel.db.write(function* () {
              const { id, account_id } = notes[index] as Note;
              // As the modules do: the transaction that changes the row also moves the total.
              for (;;) {
                const from = (yield* STATUS.one({ id }))?.status ?? '';
                if ((yield* MOVE.run({ id, from, status })) === 0) continue;
                yield* moveRow(account_id, 'notes', id, from, status);
                return;
              }
            }),
          ),
        );
        for (const account_id of ACCOUNTS) {
          let all = 0;
          for (const status of STATUSES) {
            const counted = (await kernel.db.read(COUNT.one({ account_id, status })))?.count ?? 0;
            expect(await kernel.db.read(readTotal(account_id, 'notes', status))).toBe(counted);
            all += counted;
          }
          expect(await kernel.db.read(readTotal(account_id, 'notes'))).toBe(all);
        }
      }),
      { numRuns: 25 },
    );
  });
});
