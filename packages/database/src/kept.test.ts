import { type KernelDatabase, openKernelDatabase, runsOnPostgres } from '@hostler/testing/server/database.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from './database.ts';
import { attempt, type Query, runScript, sql } from './query.ts';
import { type VersionedTables, versionsMigrations, versionsUpkeep } from './versions.ts';

const TABLES: VersionedTables = [
  { name: 'things' },
  { name: 'parts', with: 'things' },
  { name: 'prices', shared: true },
];
const MIGRATIONS = [
  {
    id: 'kept-001',
    script: `
      create table things (id {id}, account_id bigint not null, value bigint not null);
      create table parts (id {id}, thing_id bigint not null, value bigint not null);
      create table prices (id bigint primary key, value bigint not null);
      create table unlisted (account_id bigint primary key, value bigint not null);`,
  },
  ...versionsMigrations(TABLES),
];

const ADD_THING = sql<{ account_id: number; value: number }, { id: number }>(
  'insert into things (account_id, value) values (:account_id, :value) returning id',
);
/** Names no account, so its caller must pass it. */
const ADD_PART = sql<{ thing_id: number; value: number }, { id: number }>(
  'insert into parts (thing_id, value) values (:thing_id, :value) returning id',
);
const SET_OF_ANYBODY = sql<{ of: number; value: number }>('update things set value = :value where account_id = :of');
const REMOVE = sql<{ account_id: number; below: number }>(
  'delete from things where account_id = :account_id and value < :below',
);
const SET_PRICE = sql<{ value: number }>(
  'insert into prices (id, value) values (1, :value) on conflict (id) do update set value = excluded.value',
);
const SET_UNLISTED = sql<{ account_id: number; value: number }>(
  `insert into unlisted (account_id, value) values (:account_id, :value)
   on conflict (account_id) do update set value = excluded.value`,
);
const READ_THINGS = sql<{ account_id: number }, { value: number | null }>(
  'select max(value) as value from things where account_id = :account_id',
);
const READ_PARTS = sql<{ account_id: number }, { value: number | null }>(
  `select max(p.value) as value from things as t join parts as p on p.thing_id = t.id where t.account_id = :account_id`,
);
const READ_PRICE = sql<object, { value: number }>('select value from prices where id = 1');
const READ_UNLISTED = sql<{ account_id: number }, { value: number }>(
  'select value from unlisted where account_id = :account_id',
);

const KINDS = ['things', 'parts', 'prices'] as const;
type Shown = Record<(typeof KINDS)[number], number>;

/** Large, so that only some responses fit into the cache. */
const PADDING = 'x'.repeat(200_000);

function* readShown(accountId: number): Query<Shown> {
  const things = (yield* READ_THINGS.one({ account_id: accountId }))?.value ?? 0;
  const parts = (yield* READ_PARTS.one({ account_id: accountId }))?.value ?? 0;
  const prices = (yield* READ_PRICE.one({}))?.value ?? 0;
  return { things, parts, prices };
}

function* page(accountId: number): Query<string> {
  return `${JSON.stringify(yield* readShown(accountId))} ${PADDING}`;
}

async function readBoth(db: Database, accountId: number) {
  return db.kept(`page ${accountId}`, () => page(accountId));
}

function read(value: string): Shown {
  return JSON.parse(value.slice(0, value.indexOf(' '))) as Shown;
}

let kernel: KernelDatabase;
beforeAll(async () => {
  kernel = await openKernelDatabase(MIGRATIONS, TABLES);
  await versionsUpkeep(kernel.db).run();
});
afterAll(() => kernel.close());

async function makeThing(db: Database, accountId: number, value = 1): Promise<number> {
  const row = await db.write(() => ADD_THING.one({ account_id: accountId, value }));
  return row?.id ?? 0;
}

describe('a cached page', () => {
  it('exists for accounts that never wrote anything', async () => {
    const { db, close } = await openKernelDatabase(MIGRATIONS, TABLES);
    onTestFinished(close);
    const first = await readBoth(db, 900);
    expect(read(first.value)).toEqual({ things: 0, parts: 0, prices: 0 });
    expect(first.version).toBeTypeOf('string');
    const again = await readBoth(db, 900);
    expect(again.version).toBe(first.version);
    // Requested twice, so it is cached.
    expect(await readBoth(db, 900)).toBe(again);
  });

  it('has the same version in every process on the same database', async () => {
    await makeThing(kernel.db, 901);
    const { version } = await readBoth(kernel.db, 901);
    const other = await readBoth(kernel.open(), 901);
    if (runsOnPostgres) expect(other.version).toBe(version);
    else expect(other.version).not.toBe(version);
  });

  it('is outdated after a write for its account, by parameter or by name, for all accounts, or to shared rows', async () => {
    const thing = await makeThing(kernel.db, 908);
    let value = 1;
    const writes: (() => Query<unknown>)[] = [
      () => ADD_THING.one({ account_id: 908, value }),
      () => ADD_PART.all({ thing_id: thing, value }, [908]),
      () => ADD_PART.all({ thing_id: thing, value }),
      () => SET_OF_ANYBODY.run({ of: 908, value }),
      () => SET_PRICE.run({ value }),
    ];
    for (const write of writes) {
      for (const db of [kernel.db, kernel.open()]) {
        const { version } = await readBoth(kernel.db, 908);
        expect((await readBoth(kernel.db, 908)).version).toBe(version);
        value++;
        await db.write(write);
        // On SQLite all reads of one event loop iteration share a snapshot.
        await new Promise((resolve) => setImmediate(resolve));
        expect((await readBoth(kernel.db, 908)).version).not.toBe(version);
      }
    }
    const { version } = await readBoth(kernel.db, 908);
    await kernel.db.write(() => ADD_THING.one({ account_id: 909, value: 7 }));
    expect((await readBoth(kernel.db, 908)).version).toBe(version);
  });

  it('has no version if it was read from a table without versions', async () => {
    const query = function* () {
      return `${(yield* READ_UNLISTED.one({ account_id: 902 }))?.value}`;
    };
    for (const value of [1, 2]) {
      await kernel.db.write(() => SET_UNLISTED.run({ account_id: 902, value }));
      const found = await kernel.db.kept('unlisted 902', query);
      expect(found.value).toBe(`${value}`);
      if (runsOnPostgres) expect(found.version).toBeUndefined();
    }
  });

  it('throws the error of its query, and works again', async () => {
    const fails = function* (): Query<string> {
      yield* READ_THINGS.one({ account_id: 903 });
      throw new Error('as asked');
    };
    const broken = sql<object>('select value from no_such_table');
    const all = await Promise.allSettled([
      (async () => kernel.db.kept('fails', fails))(),
      readBoth(kernel.db, 903),
      (async () =>
        kernel.db.kept('broken', function* () {
          yield* broken.run({});
          return '';
        }))(),
      readBoth(kernel.db, 904),
    ]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  });

  it('is never older than any commit before the request', async () => {
    const other = kernel.open();
    // A process of a version without versions, as during an upgrade.
    const old = kernel.open([]);
    const someProcess = () => (Math.random() < 0.05 ? old : pick([kernel.db, other]));
    const accounts = Array.from({ length: 120 }, (_, index) => index + 1);
    const things = new Map<number, number>();
    for (const account of accounts) things.set(account, await makeThing(kernel.db, account));
    const committed = new Map(accounts.map((account) => [account, { things: 1, parts: 0, prices: 0 }]));
    let serial = 1;
    let writing = true;

    /**
     * Each value is larger than all before. Writes of an account and kind run one at a time, so the largest is known.
     */
    const turns = new Map<string, Promise<unknown>>();
    async function write(): Promise<void> {
      const account = pick(accounts.slice(0, 40));
      const kind = pick(KINDS);
      const name = kind === 'prices' ? kind : `${kind} ${account}`;
      const turn = (turns.get(name) ?? Promise.resolve()).then(async () => {
        const value = ++serial;
        await someProcess().write(() => change(kind, account, value));
        const known = kind === 'prices' ? committed.values() : [committed.get(account) as Shown];
        for (const shown of known) shown[kind] = Math.max(shown[kind], value);
      });
      turns.set(name, turn);
      await turn;
    }

    function* change(kind: (typeof KINDS)[number], account: number, value: number): Query<unknown> {
      const thing = things.get(account) as number;
      if (kind === 'prices') return yield* SET_PRICE.run({ value });
      if (kind === 'parts') return yield* ADD_PART.all({ thing_id: thing, value }, [account]);
      if (value % 3 === 0) return yield* SET_OF_ANYBODY.run({ of: account, value });
      if (value % 3 === 1) yield* attempt(failAfter(ADD_THING.one({ account_id: account, value: UNDONE })));
      yield* ADD_THING.one({ account_id: account, value });
      // Never the first one, which has the parts.
      return yield* REMOVE.run({ account_id: account, below: 0 });
    }

    async function undo(): Promise<void> {
      const account = pick(accounts);
      const body = () => failAfter(ADD_THING.one({ account_id: account, value: UNDONE }));
      await expect(someProcess().write(body)).rejects.toThrow('undone');
    }

    async function readOn(db: Database): Promise<void> {
      const remembered = new Map<number, { version: string | undefined; shown: Shown }>();
      while (writing) {
        const account = pick(Math.random() < 0.7 ? accounts.slice(0, 5) : accounts);
        const before = { ...(committed.get(account) as Shown) };
        const { value, version } = await readBoth(db, account);
        const shown = read(value);
        const known = remembered.get(account);
        // The same version means the current data.
        const seen = known && version !== undefined && known.version === version ? [shown, known.shown] : [shown];
        for (const each of seen) {
          for (const kind of KINDS) {
            expect(each[kind], `${kind} of ${account}`).toBeGreaterThanOrEqual(before[kind]);
            expect(each[kind]).toBeLessThan(UNDONE);
          }
        }
        remembered.set(account, { version, shown });
        if (db.dialect === 'sqlite') await new Promise((resolve) => setImmediate(resolve));
      }
    }

    async function writeOn(): Promise<void> {
      for (let count = 0; count < 60; count++) await (count % 8 === 7 ? undo() : write());
    }

    async function keepUp(): Promise<void> {
      while (writing) {
        await versionsUpkeep(pick([kernel.db, other])).run();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }

    const readers = [kernel.db, kernel.db, kernel.db, other].map(readOn);
    const upkeep = keepUp();
    await Promise.all([writeOn(), writeOn(), writeOn(), writeOn()]);
    writing = false;
    await Promise.all([...readers, upkeep]);
  });
});

describe('a read of several statements', () => {
  const ACCOUNT = 950;
  const ways: Record<string, (db: Database) => Promise<Shown>> = {
    'that is kept': async (db) =>
      read(
        (
          await db.kept('all at once', function* () {
            return `${JSON.stringify(yield* readShown(ACCOUNT))} `;
          })
        ).value,
      ),
    'that is kept nowhere': async (db) =>
      read(
        (
          await db.kept('all at once, and more', function* () {
            const shown = yield* readShown(ACCOUNT);
            yield* READ_UNLISTED.one({ account_id: ACCOUNT });
            return `${JSON.stringify(shown)} `;
          })
        ).value,
      ),
    'that work rests on': async (db) => db.read(readShown(ACCOUNT)),
    'that only looks': async (db) => db.peek(readShown(ACCOUNT)),
    'in turns with others': (db) => db.readInTurns(readShown(ACCOUNT)),
  };

  it('sees one snapshot during concurrent writes', async () => {
    const [other, old] = [kernel.open(), kernel.open([])];
    const thing = await makeThing(kernel.db, ACCOUNT);
    let serial = 2_000_000;
    function* changeAll(): Query<void> {
      const value = ++serial;
      yield* ADD_THING.one({ account_id: ACCOUNT, value });
      yield* ADD_PART.all({ thing_id: thing, value }, [ACCOUNT]);
      yield* SET_PRICE.run({ value });
    }
    await kernel.db.write(changeAll);
    let writing = true;
    const readOn = async ([way, readBoth]: [string, (typeof ways)[string]]) => {
      const seen = new Set<number>();
      while (writing) {
        const { things, parts, prices } = await readBoth(kernel.db);
        expect([parts, prices], way).toEqual([things, things]);
        seen.add(things);
        if (kernel.db.dialect === 'sqlite') await new Promise((resolve) => setImmediate(resolve));
      }
      return seen.size;
    };
    // On SQLite a read in turns that spans several iterations sees writes between them.
    const promised = Object.entries(ways).filter(
      ([way]) => kernel.db.dialect !== 'sqlite' || !way.startsWith('in turns'),
    );
    const readers = promised.map(readOn);
    for (let count = 0; count < 150; count++) {
      await (count % 25 === 24 ? old : other).write(changeAll);
      if (count % 25 === 4) await versionsUpkeep(other).run();
    }
    writing = false;
    for (const moments of await Promise.all(readers)) expect(moments).toBeGreaterThan(1);
  });
});

const UNDONE = 1e12;

function* failAfter(query: Query<unknown>): Query<never> {
  yield* query;
  throw new Error('undone');
}

function pick<T>(items: readonly T[]): T {
  return items[Math.floor(Math.random() * items.length)] as T;
}

describe.runIf(runsOnPostgres)('a cached page on PostgreSQL', () => {
  it('is not used while there are writers without versions, and is outdated after them', async () => {
    await makeThing(kernel.db, 905);
    const before = await readBoth(kernel.db, 905);
    await kernel.db.write(() => runScript('update things set value = 7 where account_id = 905;'));
    const meanwhile = await readBoth(kernel.db, 905);
    expect([read(meanwhile.value).things, meanwhile.version]).toEqual([7, undefined]);
    await versionsUpkeep(kernel.db).run();
    const after = await readBoth(kernel.db, 905);
    expect(read(after.value).things).toBe(7);
    expect(after.version).not.toBe(before.version);
    const again = await readBoth(kernel.db, 905);
    expect(again.version).toBe(after.version);
    expect(await readBoth(kernel.db, 905)).toBe(again);
  });

  it('waits for an open writer without versions, however often others clean up', async () => {
    await makeThing(kernel.db, 906);
    const old = kernel.open([]);
    await old.write(() => SET_PRICE.run({ value: 1 }));
    const { version } = await readBoth(kernel.db, 906);
    expect(version).toBeUndefined();
    let shown: Shown | undefined;
    let cleaned: Promise<void> | undefined;
    await old.write(function* () {
      yield* ADD_THING.one({ account_id: 906, value: 50 });
      // Runs during the transaction, from outside: not awaited, so it completes while later statements run.
      cleaned = versionsUpkeep(kernel.db)
        .run()
        .then(() => readBoth(kernel.db, 906))
        .then(({ value }) => {
          shown = read(value);
        });
      for (let count = 0; count < 50; count++) yield* READ_PRICE.one({});
    });
    await cleaned;
    expect(shown?.things).toBeGreaterThanOrEqual(1);
    expect(read((await readBoth(kernel.db, 906)).value).things).toBe(50);
    await versionsUpkeep(kernel.db).run();
    expect(read((await readBoth(kernel.db, 906)).value).things).toBe(50);
  });

  it('fails while the connection is lost, and works again', async () => {
    await readBoth(kernel.db, 907);
    const kill = sql<object>(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    const asked = readBoth(kernel.db, 907).then(
      () => 'answered',
      () => 'refused',
    );
    await kernel.open().read(kill.run({}));
    expect(['answered', 'refused']).toContain(await asked);
    await expect.poll(() => readBoth(kernel.db, 907).then(({ version }) => version, String)).toMatch(/^[\w-]{22}$/);
  });
});
