import { type KernelDatabase, openKernelDatabase, runsOnPostgres } from '@hostler/testing/server/database.ts';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from './database.ts';
import type { Migration } from './migrate.ts';
import { attempt, currentTransaction, insert, lockName, type Query, runAlone, type Simulation, sql } from './query.ts';
import { signalsMigrations } from './signals.ts';

const migrations: Migration[] = [
  ...signalsMigrations,
  {
    id: 'things-001',
    script: `
      create table things (id {id}, account_id bigint not null, name text not null unique);
      create table counters (name text primary key, value bigint not null);`,
  },
];

interface Thing {
  id: number;
  account_id: number;
  name: string;
}

const add = insert<Omit<Thing, 'id'>>('things', ['account_id', 'name']);
const NAMES = sql<object, { name: string }>('select name from things order by name');
const OF_ACCOUNT = sql<{ account_id: number }, Thing>(
  'select id, account_id, name from things where account_id = :account_id order by id',
);
const RENAME_ALL = sql<{ suffix: string }>('update things set name = name || :suffix');
const CLEAR = sql('delete from things');
const SET = sql<{ name: string; value: number }>(
  `insert into counters (name, value) values (:name, :value)
   on conflict (name) do update set value = excluded.value`,
);
const GET = sql<{ name: string }, { value: number }>('select value from counters where name = :name');
const BUMP = sql<{ name: string }>('update counters set value = value + 1 where name = :name');

let kernel: KernelDatabase;
let db: Database;

beforeAll(async () => {
  kernel = await openKernelDatabase(migrations);
  db = kernel.db;
  return kernel.close;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db.write(() => CLEAR.run({}));
});

/** Stops the clock, so that group and busy timeouts do not expire on a busy machine. */
const stopTheWatch = () => vi.spyOn(performance, 'now').mockReturnValue(performance.now());
/** Reads of one event loop iteration share a snapshot. A request after a write arrives in a later one. */
const nextTurn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const put = (name: string, account_id = 1) => db.write(() => add({ account_id, name }));
const names = async () => (await db.read(NAMES.all({}))).map(({ name }) => name);
const newSimulation = (): Simulation => ({ fail: false, followUps: [], afterRollback: [] });

function* addAndFail(name: string): Query<number> {
  yield* add({ account_id: 1, name });
  throw new Error(`no ${name}`);
}

describe('a write', () => {
  it('returns the result of its query, and can be read afterwards', async () => {
    const id = await put('a');
    expect(await db.read(OF_ACCOUNT.all({ account_id: 1 }))).toEqual([{ id, account_id: 1, name: 'a' }]);
  });

  it('that fails changes nothing', async () => {
    await expect(db.write(() => addAndFail('a'))).rejects.toThrow('no a');
    expect(await names()).toEqual([]);
  });

  it('that fails in a group does not affect the others', async () => {
    await put('taken');
    const outcomes = await Promise.allSettled([
      put('a'),
      db.write(() => addAndFail('b')),
      put('c'),
      put('taken'),
      put('d'),
      db.write(() => addAndFail('e')),
      put('f'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await names()).toEqual(['a', 'c', 'd', 'f', 'taken']);
  });

  it.skipIf(runsOnPostgres)('of a customer runs before background writes, round-robin with others', async () => {
    const runs: string[] = [];
    stopTheWatch();
    const write = (name: string, accountId?: number) =>
      db.write(() => {
        runs.push(name);
        return add({ account_id: accountId ?? 0, name });
      }, accountId);
    const system = ['own 1', 'own 2'].map((name) => write(name));
    const customers = ['a 1', 'a 2', 'a 3', 'b 1'].map((name) => write(name, name.startsWith('a') ? 1 : 2));
    await Promise.all([...system, ...customers]);
    expect(runs).toEqual(['a 1', 'b 1', 'a 2', 'a 3', 'own 1', 'own 2']);
  });

  it.skipIf(runsOnPostgres)('runs once in a group with refused writes, unless those had written already', async () => {
    // After a body that had written, groups use savepoints for a while, so this test needs a fresh database.
    const fresh = await openKernelDatabase(migrations);
    stopTheWatch();
    const runs: string[] = [];
    const write = (name: string, body: () => Query<number>) =>
      fresh.db.write(() => {
        runs.push(name);
        return body();
      });
    const adding = (name: string) => write(name, () => add({ account_id: 1, name }));
    const refused = () =>
      write('refused', function* () {
        yield* NAMES.all({});
        throw new Error('refused');
      });
    await adding('taken');
    await Promise.allSettled([adding('a'), refused(), adding('taken')]);
    expect(runs.splice(0)).toEqual(['taken', 'a', 'refused', 'taken']);
    await Promise.allSettled([adding('b'), write('undone', () => addAndFail('undone')), adding('c')]);
    expect(runs).toEqual(['b', 'undone', 'b', 'undone', 'c']);
    const kept = await fresh.db.read(NAMES.all({}));
    expect(kept.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'taken']);
    await fresh.close();
  });

  it.skipIf(runsOnPostgres)('that fails alone runs once, and does not delay the next write', async () => {
    let runs = 0;
    const failing = db.write(() => {
      runs++;
      return addAndFail('undone');
    });
    const [failed] = await Promise.allSettled([failing, put('next')]);
    expect(failed).toMatchObject({ reason: { message: 'no undone' } });
    expect({ runs, names: await names() }).toEqual({ runs: 1, names: ['next'] });
  });

  it.skipIf(runsOnPostgres)('that takes long does not block others', async () => {
    const order: string[] = [];
    const slow = (name: string) =>
      db.write(function* () {
        order.push(name);
        for (const until = performance.now() + 15; performance.now() < until; );
        return yield* add({ account_id: 1, name });
      });
    const turn = () => {
      order.push('turn');
      if (order.at(-2) !== 'answered') setImmediate(turn);
    };
    setImmediate(turn);
    await Promise.all(['a', 'b', 'c'].map(slow));
    order.push('answered');
    for (const name of ['b', 'c']) expect(order[order.indexOf(name) - 1]).toBe('turn');
    expect(await names()).toEqual(['a', 'b', 'c']);
  });

  it('is visible to another connection once it resolves', async () => {
    const other = kernel.open();
    await put('a');
    await nextTurn();
    expect(await other.read(NAMES.all({}))).toEqual([{ name: 'a' }]);
  });

  it('never reuses an id, not even of a deleted row', async () => {
    const first = await put('a');
    await db.write(() => CLEAR.run({}));
    expect(await put('b')).toBeGreaterThan(first);
  });

  it('stores numbers up to the largest safe integer', async () => {
    await db.write(() => SET.run({ name: 'large', value: Number.MAX_SAFE_INTEGER }));
    expect(await db.read(GET.one({ name: 'large' }))).toEqual({ value: Number.MAX_SAFE_INTEGER });
  });
});

describe('an attempt within a write', () => {
  it('undoes its own changes when it fails, and keeps those of the write around it', async () => {
    await db.write(function* () {
      yield* add({ account_id: 1, name: 'before' });
      const result = yield* attempt(addAndFail('within'));
      expect(result).toMatchObject({ error: new Error('no within') });
      yield* add({ account_id: 1, name: 'after' });
    });
    expect(await names()).toEqual(['after', 'before']);
  });

  it('survives an error of the database itself', async () => {
    await put('taken');
    await db.write(function* () {
      expect(yield* attempt(add({ account_id: 1, name: 'taken' }))).toHaveProperty('error');
      expect(yield* attempt(add({ account_id: 1, name: 'free' }))).toHaveProperty('value');
    });
    expect(await names()).toEqual(['free', 'taken']);
  });

  it.runIf(runsOnPostgres)('does not take a deadlock for a failure: the write is retried', async () => {
    const pause = (seconds: number) => sql(`select pg_sleep(${seconds})`).run({});
    // The first write waits first, so PostgreSQL ends it: it looks for a deadlock after a second.
    const first = db.write(function* () {
      yield* runAlone();
      yield* lockName('one');
      yield* pause(0.3);
      return yield* attempt(lockName('other'));
    });
    const second = db.write(function* () {
      yield* runAlone();
      yield* lockName('other');
      yield* pause(0.8);
      yield* lockName('one');
    });
    expect(await first).toEqual({ value: undefined });
    await second;
  });
});

describe('concurrent writes', () => {
  it('that lock the same name run one after the other', async () => {
    await db.write(() => SET.run({ name: 'locked', value: 0 }));
    const increment = () =>
      db.write(function* () {
        yield* lockName('locked');
        const { value } = (yield* GET.one({ name: 'locked' })) ?? { value: Number.NaN };
        yield* SET.run({ name: 'locked', value: value + 1 });
      });
    await Promise.all(Array.from({ length: 20 }, increment));
    expect(await db.read(GET.one({ name: 'locked' }))).toEqual({ value: 20 });
  });

  it('that deadlock are retried until they succeed', async () => {
    await db.write(function* () {
      yield* SET.run({ name: 'left', value: 0 });
      yield* SET.run({ name: 'right', value: 0 });
    });
    const bump = (...order: string[]) =>
      db.write(function* () {
        for (const name of order) yield* BUMP.run({ name });
      });
    for (let round = 0; round < 4; round++) await Promise.all([bump('left', 'right'), bump('right', 'left')]);
    expect(await db.read(GET.one({ name: 'left' }))).toEqual({ value: 8 });
    expect(await db.read(GET.one({ name: 'right' }))).toEqual({ value: 8 });
  });

  it.skipIf(runsOnPostgres)('wait for another process without blocking this one', async () => {
    const other = new Sqlite(kernel.file ?? '');
    other.exec('begin immediate');
    stopTheWatch();
    let written = false;
    const write = put('patient').then(() => {
      written = true;
    });
    let turns = 0;
    while (turns < 10) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      turns++;
    }
    expect(written).toBe(false);
    other.exec('commit');
    await write;
    other.close();
    expect(await names()).toEqual(['patient']);
  });
});

describe.runIf(runsOnPostgres)('a lost connection', () => {
  const CUT = sql<object, { pid: number }>(
    `select pg_terminate_backend(pid) as pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );

  it('in the middle of a write fails only that write', async () => {
    const other = kernel.open();
    let stop = false;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let round = 0; !stop; round++) {
        await db
          .write(function* () {
            for (let step = 0; step < 10; step++) yield* add({ account_id: 1, name: `${writer} ${round} ${step}` });
          })
          .catch(() => {});
      }
    });
    for (let cut = 0; cut < 10; cut++) {
      await other.read(CUT.all({}));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    stop = true;
    await Promise.all(writers);
    // An unhandled error event would have ended the process by now.
    await expect.poll(async () => put(`after ${Math.random()}`).catch(() => 0)).toBeGreaterThan(0);
    const written = (await names()).filter((name) => !name.startsWith('after'));
    expect(written.length % 10).toBe(0);
  });
});

describe('a simulated write', () => {
  it('that deadlocks with a real write is retried, and its work after the rollback runs once', async () => {
    await db.write(function* () {
      yield* SET.run({ name: 'left', value: 0 });
      yield* SET.run({ name: 'right', value: 0 });
    });
    const bump = function* (...order: string[]): Query<void> {
      for (const name of order) yield* BUMP.run({ name });
    };
    for (let round = 0; round < 4; round++) {
      const simulation = newSimulation();
      const simulated = db.simulate(simulation, function* () {
        (yield* currentTransaction()).simulation?.afterRollback.push(() => bump('left'));
        yield* bump('left', 'right');
      });
      await Promise.all([simulated, db.write(() => bump('right', 'left'))]);
      expect(simulation.afterRollback).toHaveLength(1);
    }
    expect(await db.read(GET.one({ name: 'left' }))).toEqual({ value: 4 });
  });

  it('returns a result, changes nothing, and returns ids that real rows never have', async () => {
    const id = await db.simulate(newSimulation(), function* () {
      const made = yield* add({ account_id: 1, name: 'simulated' });
      // Visible within the transaction.
      expect(yield* OF_ACCOUNT.all({ account_id: 1 })).toEqual([{ id: made, account_id: 1, name: 'simulated' }]);
      return made;
    });
    expect(id).toBeGreaterThanOrEqual(9_000_000_000);
    expect(Number.isSafeInteger(id)).toBe(true);
    expect(await names()).toEqual([]);
    expect(await put('real')).toBeLessThan(9_000_000_000);
  });

  it('that fails changes nothing either, and does not affect the next write', async () => {
    await expect(db.simulate(newSimulation(), () => addAndFail('a'))).rejects.toThrow('no a');
    await put('b');
    expect(await names()).toEqual(['b']);
  });

  it('fails on conflicts with real rows', async () => {
    await put('taken');
    await expect(db.simulate(newSimulation(), () => add({ account_id: 1, name: 'taken' }))).rejects.toThrow();
    expect(await names()).toEqual(['taken']);
  });

  it('never mixes with concurrent writes', async () => {
    const real = Array.from({ length: 20 }, (_, number) => `real ${String(number).padStart(2, '0')}`);
    await Promise.all(
      real.flatMap((name, number) => [
        put(name),
        db.simulate(newSimulation(), () => add({ account_id: 1, name: `simulated ${number}` })),
        db.simulate(newSimulation(), () => addAndFail(`failed ${number}`)).catch(() => {}),
      ]),
    );
    expect(await names()).toEqual(real);
  });

  it('sends no signal', async () => {
    let told = 0;
    let tries = 0;
    const off = db.onSignal('simulated', () => told++);
    const simulate = async () => {
      told = 0;
      await db.simulate(newSimulation(), function* () {
        (yield* currentTransaction()).signals.add('simulated');
      });
      await put(`later ${++tries}`);
      return told;
    };
    // Every listener is called once when listening starts, which may be now.
    await expect.poll(simulate).toBe(0);
    off();
  });
});

describe('a cached read', () => {
  let asked = 0;
  const cached = (account_id: number) =>
    db.cached(`things of ${account_id}`, function* () {
      asked++;
      return yield* OF_ACCOUNT.all({ account_id });
    });
  const cachedNames = async (account_id: number) => (await cached(account_id)).map(({ name }) => name);

  it('sees writes of its own process at once', async () => {
    for (const name of ['a', 'b', 'c']) {
      await put(name);
      expect(await cachedNames(1)).toContain(name);
    }
  });

  it('sees writes of another process at the next read', async () => {
    const other = kernel.open();
    for (const name of ['a', 'b', 'c']) {
      await cachedNames(1);
      await other.write(() => add({ account_id: 1, name }));
      await nextTurn();
      expect(await cachedNames(1)).toContain(name);
    }
  });

  it('does not see failed or simulated writes', async () => {
    await put('a');
    await cachedNames(1);
    await db.write(() => addAndFail('b')).catch(() => {});
    expect(await cachedNames(1)).toEqual(['a']);
    await db.simulate(newSimulation(), function* () {
      yield* add({ account_id: 1, name: 'c' });
    });
    expect(await cachedNames(1)).toEqual(['a']);
  });

  it.skipIf(runsOnPostgres)('is read again only after a write for its account, or for all accounts', async () => {
    await put('one', 1);
    await put('two', 2);
    await cachedNames(1);
    await cachedNames(2);
    asked = 0;
    expect(await cachedNames(1)).toEqual(['one']);
    expect(asked).toBe(0);
    await put('two more', 2);
    expect(await cachedNames(1)).toEqual(['one']);
    expect(asked).toBe(0);
    expect(await cachedNames(2)).toEqual(['two', 'two more']);
    expect(asked).toBe(1);
    await db.write(() => RENAME_ALL.run({ suffix: '!' }));
    expect(await cachedNames(1)).toEqual(['one!']);
    expect(await cachedNames(2)).toEqual(['two!', 'two more!']);
    expect(asked).toBe(3);
  });

  it('that returns undefined is not cached', async () => {
    const find = () => db.cached('one thing', () => GET.one({ name: 'not there yet' }), { maxStaleMs: 60_000 });
    expect(await find()).toBeUndefined();
    await kernel.open().write(() => SET.run({ name: 'not there yet', value: 1 }));
    await expect.poll(find).toEqual({ value: 1 });
  });

  it('is never older than its maximum age', async () => {
    const other = kernel.open();
    await db.write(() => SET.run({ name: 'aged', value: 1 }));
    const read = () => db.cached('aged', () => GET.one({ name: 'aged' }), { maxStaleMs: 300 });
    expect(await read()).toEqual({ value: 1 });
    await other.write(() => SET.run({ name: 'aged', value: 2 }));
    await expect.poll(read).toEqual({ value: 2 });
  });

  it('is never older than its maximum age, even if the clock is set back by a year', async () => {
    const other = kernel.open();
    await db.write(() => SET.run({ name: 'put back', value: 1 }));
    const read = () => db.cached('put back', () => GET.one({ name: 'put back' }), { maxStaleMs: 300 });
    expect(await read()).toEqual({ value: 1 });
    const { now } = Date;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 365 * 86_400_000);
    try {
      await other.write(() => SET.run({ name: 'put back', value: 2 }));
      for (let asked = 0; asked < 200; asked++) {
        if ((await read())?.value === 2) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect.fail('what another process wrote was never seen');
    } finally {
      clock.mockRestore();
    }
  });

  it('that failed is read again', async () => {
    const broken = () => db.cached('broken', () => BROKEN.one({}), { maxStaleMs: 60_000 });
    await expect((async () => broken())()).rejects.toThrow();
    const mended = () => db.cached('broken', () => GET.one({ name: 'aged' }), { maxStaleMs: 60_000 });
    await expect.poll(mended).toEqual({ value: 2 });
  });
});

const BROKEN = sql<object, { value: number }>('select value from no_such_table');

/** The result of many signals of another process. */
const ADD_SIGNAL = sql(
  `insert into signals (id, writer, names) select max(id) + 2000, 'another', '["sport"]' from signals`,
);
const FORGET_SIGNALS = sql('delete from signals where id < (select max(id) from signals)');

describe('a signal', () => {
  const signal = (target: Database, name: string) =>
    target.write(function* () {
      yield* add({ account_id: 1, name: `signal ${name} ${Math.random()}` });
      (yield* currentTransaction()).signals.add(name);
    });

  it('is sent after the commit, to this process and to others', async () => {
    const other = kernel.open();
    let here = 0;
    let there = 0;
    const offs = [db.onSignal('news', () => here++), other.onSignal('news', () => there++)];
    await signal(db, 'news');
    await expect.poll(() => here).toBeGreaterThan(0);
    // The other process may have to start listening first. Then it is notified of everything it missed.
    await expect.poll(() => there).toBeGreaterThan(0);
    const before = there;
    await signal(db, 'news');
    await expect.poll(() => there).toBeGreaterThan(before);
    for (const off of offs) off();
  });

  it('of another process calls the listeners of this signal only', async () => {
    const other = kernel.open();
    let news = 0;
    let weather = 0;
    const offs = [db.onSignal('news', () => news++), db.onSignal('weather', () => weather++)];
    await signal(other, 'news');
    await expect.poll(() => news).toBeGreaterThan(0);
    const [newsBefore, weatherBefore] = [news, weather];
    for (let count = 1; count <= 5; count++) {
      await signal(other, 'news');
      await expect.poll(() => news).toBeGreaterThanOrEqual(newsBefore + count);
    }
    await other.write(() => add({ account_id: 1, name: 'without a signal' }));
    await signal(other, 'weather');
    await expect.poll(() => weather).toBeGreaterThan(weatherBefore);
    expect([news, weather]).toEqual([newsBefore + 5, weatherBefore + 1]);
    for (const off of offs) off();
  });

  it.skipIf(runsOnPostgres)('calls everybody after more signals than are kept', async () => {
    const other = kernel.open();
    let news = 0;
    const off = db.onSignal('news', () => news++);
    await signal(other, 'news');
    await expect.poll(() => news).toBeGreaterThan(0);
    const before = news;
    await other.write(function* () {
      yield* ADD_SIGNAL.run({});
      yield* FORGET_SIGNALS.run({});
    });
    await expect.poll(() => news).toBeGreaterThan(before);
    off();
  });

  it.skipIf(runsOnPostgres)('reaches a linked process before it looks', async () => {
    const other = kernel.open();
    const look = db.linkSignals(() => {});
    other.linkSignals(() => look?.());
    const heard: number[] = [];
    const off = db.onSignal('news', () => heard.push(performance.now()));
    await signal(other, 'news');
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    const before = heard.length;
    await signal(other, 'news');
    // Told by the link, in the same turn.
    expect(heard.length).toBe(before + 1);
    off();
  });

  it('is not sent if the write fails', async () => {
    let told = 0;
    const off = db.onSignal('failure', () => told++);
    await db
      .write(function* () {
        (yield* currentTransaction()).signals.add('failure');
        yield* addAndFail('x');
      })
      .catch(() => {});
    await signal(db, 'something else');
    expect(told).toBe(0);
    off();
  });
});
