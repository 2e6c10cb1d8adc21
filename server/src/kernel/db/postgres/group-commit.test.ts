import fc from 'fast-check';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectTo, runsOnPostgres } from '../../../../../testing/server/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../testing/test-database.ts';
import { applyMigrations } from '../migrate.ts';
import { attempt, lockName, type Query, runAlone, type Simulation, sql } from '../query.ts';
import type { Patience } from './group-line.ts';
import type { PostgresDatabase } from './postgres.ts';

const script = `
  create table entries (account_id bigint not null, operation text not null, transaction bigint not null);
  create table balances (account_id bigint primary key, value bigint not null);
  insert into balances (account_id, value) select account, 0 from generate_series(1, 9) as account;
  create table names (name text not null unique deferrable initially deferred);
  create table bombs (name text not null);
  create function fail(code text) returns bigint language plpgsql as $$
    begin raise exception 'made to fail' using errcode = code; end $$;
  create function explode() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
  create constraint trigger explosions after insert on bombs deferrable initially deferred
    for each row execute function explode();`;

const ENTER = sql<{ account_id: number; operation: string }, { transaction: number }>(
  `insert into entries (account_id, operation, transaction)
   values (:account_id, :operation, cast(cast(pg_current_xact_id() as text) as bigint)) returning transaction`,
);
const ADD = sql<{ account_id: number }, { value: number }>(
  'update balances set value = value + 1 where account_id = :account_id returning value',
);
const NAME = sql<{ name: string }>('insert into names (name) values (:name)');
const NAMES = sql<object, { name: string }>('select name from names order by name');
const PLANT = sql<{ name: string }>('insert into bombs (name) values (:name)');
const FAIL = sql<{ code: string }, { fail: number }>('select fail(:code)');
const DIE = sql<object, { died: boolean }>('select pg_terminate_backend(pg_backend_pid()) as died');
const SLEEP = sql<{ seconds: number }, object>('select pg_sleep(:seconds)');
const ENTRIES = sql<object, { account_id: number; operation: string }>('select account_id, operation from entries');
const BALANCES = sql<object, { account_id: number; value: number }>('select account_id, value from balances');
const CLEAR = sql('delete from entries');
const CLEAR_BALANCES = sql('update balances set value = 0');
const CLEAR_NAMES = sql('delete from names');
const IN_TRANSACTION = sql<object, { query: string }>(
  `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
);

/** A busy machine takes its time; nobody leaves because of that. */
const PATIENT: Patience = { groupMs: 60_000, bodyMs: 60_000, statementMs: 60_000, lockMs: 60_000, restMs: 60_000 };
const IMPATIENT: Patience = { groupMs: 60_000, bodyMs: 50, statementMs: 100, lockMs: 50, restMs: 0 };

describe.runIf(runsOnPostgres)('writes of customers at the same time', () => {
  let url: string;
  let database: TestDatabase;
  let db: PostgresDatabase;
  /** Another process. */
  let other: PostgresDatabase;

  beforeAll(async () => {
    const made = await createTestDatabase({ template: 'empty', migrate: async () => {} });
    url = made.url;
    database = made;
    db = connectTo(made, { patience: PATIENT });
    other = connectTo(made, { patience: IMPATIENT });
    await db.write(() => applyMigrations([{ id: 'groups-001', script }], Date.now()));
    return async () => {
      await Promise.all([db.close(), other.close()]);
      await made.drop();
    };
  });

  afterEach(async () => {
    // Whatever went wrong, no connection is left in the middle of something.
    await expect.poll(async () => db.read(IN_TRANSACTION.all({}))).toEqual([]);
    await db.write(function* () {
      yield* CLEAR.run({});
      yield* CLEAR_BALANCES.run({});
      yield* CLEAR_NAMES.run({});
    });
  });

  /** While the first is on its way, which is alone, the others gather. */
  function together(
    bodies: readonly [accountId: number, body: () => Query<unknown>][],
    within = db,
  ): Promise<PromiseSettledResult<unknown>[]> {
    void within.write(() => ADD.run({ account_id: 9 }), 9);
    return Promise.allSettled(bodies.map(([accountId, body]) => within.write(body, accountId)));
  }

  /** Answers in which transaction it was. */
  function* enter(account_id: number, operation: string): Query<number | undefined> {
    yield* ADD.one({ account_id });
    return (yield* ENTER.one({ account_id, operation }))?.transaction;
  }

  const operations = async () => (await db.read(ENTRIES.all({}))).map(({ operation }) => operation).sort();
  const values = <T>(outcomes: PromiseSettledResult<T>[]) =>
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason));

  /** Somebody who holds an account's row. */
  async function hold(accountId: number): Promise<() => Promise<void>> {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from balances where account_id = $1 for update', [accountId]);
    return async () => {
      await holder.query('rollback');
      await holder.end();
    };
  }

  it('share a transaction, one after the other, in the order of their accounts', async () => {
    const log: string[] = [];
    const outcomes = await together(
      [3, 1, 2, 1].map((account, index) => [
        account,
        function* () {
          log.push(`${account}.${index} begins`);
          const transaction = yield* enter(account, `${index}`);
          yield* ADD.send({ account_id: account });
          yield* SLEEP.one({ seconds: 0.001 });
          log.push(`${account}.${index} ends`);
          return transaction;
        },
      ]),
    );
    expect(new Set(values(outcomes)).size).toBe(1);
    expect(log).toEqual(['1.1', '1.3', '2.2', '3.0'].flatMap((body) => [`${body} begins`, `${body} ends`]));
  });

  it('do not wait for each other when there is only one', async () => {
    const transactions = [];
    for (const operation of ['a', 'b']) transactions.push(await db.write(() => enter(1, operation), 1));
    expect(new Set(transactions).size).toBe(2);
  });

  it('that fail, in any way, do not hurt the others, and are told why', async () => {
    const bodies: [number, () => Query<unknown>][] = [
      [1, () => enter(1, 'a')],
      [2, thrown],
      [3, () => enter(3, 'b')],
      [4, failed],
      [5, () => enter(5, 'c')],
      [6, sentAndFailed],
      // Of nothing but statements that nobody waits for, and behind one that fails.
      [7, () => ENTER.send({ account_id: 7, operation: 'd' })],
      [8, sentAndFailed],
    ];
    function* thrown() {
      yield* enter(2, 'never');
      throw new Error('refused');
    }
    function* failed() {
      yield* enter(4, 'never');
      yield* FAIL.one({ code: '22012' });
    }
    function* sentAndFailed() {
      yield* enter(6, 'never');
      yield* FAIL.send({ code: '22012' });
      yield* ADD.send({ account_id: 6 });
    }
    const outcomes = await together(bodies);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    for (const at of [3, 5, 7])
      expect(values(outcomes)[at]).toMatchObject({ message: expect.stringContaining('in: select fail') });
    expect(await operations()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('may attempt what fails', async () => {
    const outcomes = await together([
      [1, () => attempt(FAIL.one({ code: '22012' }))],
      [2, () => enter(2, 'a')],
      [3, () => attempt(FAIL.send({ code: '22012' }))],
      [4, () => enter(4, 'b')],
    ]);
    expect(values(outcomes)).toMatchObject([{ error: {} }, expect.any(Number), { error: {} }, expect.any(Number)]);
    expect(await operations()).toEqual(['a', 'b']);
  });

  it.each<[string, () => Query<unknown>]>([
    ['a name that is locked', () => lockName('thing')],
    ['what says so', runAlone],
  ])('are left by one with %s, which is done alone', async (_, step) => {
    const [first, second, third] = values(await together(withOneThat(step)));
    expect([first, second, third]).toEqual([first, expect.any(Number), first]);
    expect(second).not.toBe(first);
    expect(await operations()).toEqual(['a', 'b', 'c']);
  });

  it.each<[string, () => Query<unknown>]>([
    ['a slow statement', () => SLEEP.one({ seconds: 0.15 })],
    ['a slow statement that nobody waits for', () => SLEEP.send({ seconds: 0.15 })],
    ['many that are slow together', slowly],
  ])('are left by one with %s, which is done alone', async (_, step) => {
    const [first, second] = values(await together(withOneThat(step), other));
    expect(second).not.toBe(first);
    expect(await operations()).toEqual(['a', 'b', 'c']);
  });

  function withOneThat(steps: () => Query<unknown>): [number, () => Query<unknown>][] {
    const body = function* () {
      const transaction = yield* enter(2, 'b');
      yield* steps();
      return transaction;
    };
    return [
      [1, () => enter(1, 'a')],
      [2, body],
      [3, () => enter(3, 'c')],
    ];
  }

  function* slowly(): Query<void> {
    for (let times = 0; times < 4; times++) yield* SLEEP.one({ seconds: 0.03 });
  }

  it('are done alone for a while after one that was too slow', async () => {
    const careful = connectTo(database, { patience: { ...IMPATIENT, restMs: 60_000 } });
    await together(
      withOneThat(() => SLEEP.one({ seconds: 0.15 })),
      careful,
    );
    const outcomes = await together(
      [1, 2, 3].map((account) => [account, () => enter(account, 'after')]),
      careful,
    );
    expect(new Set(values(outcomes)).size).toBe(3);
    await careful.close();
  });

  it('are answered while one waits for a lock that somebody else holds', async () => {
    const release = await hold(2);
    const waiting = Promise.withResolvers<unknown>();
    const [first, , third] = await Promise.all([
      other.write(() => enter(1, 'a'), 1),
      other.write(() => enter(1, 'b'), 1),
      other.write(() => enter(3, 'c'), 3),
      // Not waited for here.
      void other.write(() => enter(2, 'd'), 2).then(waiting.resolve, waiting.reject),
    ]);
    expect([first, third]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(await operations()).toEqual(['a', 'b', 'c']);
    await release();
    await waiting.promise;
    expect(await operations()).toEqual(['a', 'b', 'c', 'd']);
  });

  it.each(['40P01', '40001'])('are each done alone after a %s, and once', async (code) => {
    const runs = new Map<string, number>();
    const body = (account: number, operation: string, fails: boolean) =>
      [
        account,
        function* () {
          const run = (runs.get(operation) ?? 0) + 1;
          runs.set(operation, run);
          const transaction = yield* enter(account, operation);
          if (fails && run === 1) yield* FAIL.one({ code });
          return transaction;
        },
      ] as [number, () => Query<number | undefined>];
    const outcomes = await together([body(1, 'a', false), body(2, 'b', true), body(3, 'c', false)]);
    expect(new Set(values(outcomes)).size).toBe(3);
    expect(Object.fromEntries(runs)).toEqual({ a: 2, b: 2, c: 1 });
    expect(await operations()).toEqual(['a', 'b', 'c']);
  });

  it('are each done alone when their commit is refused: only who is wrong fails', async () => {
    const outcomes = await together(['a', 'same', 'b', 'same'].map((name, index) => [index, () => NAME.run({ name })]));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(await db.read(NAMES.all({}))).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'same' }]);
  });

  it('are done alone when their connection is lost before the commit', async () => {
    let deaths = 0;
    const outcomes = await together([
      [1, () => enter(1, 'a')],
      [
        2,
        function* () {
          yield* enter(2, 'b');
          if (deaths++ === 0) yield* DIE.one({});
        },
      ],
      [3, () => enter(3, 'c')],
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(await operations()).toEqual(['a', 'b', 'c']);
  });

  it('are not done again when the answer to their commit is lost: it may have been done', async () => {
    let runs = 0;
    const outcomes = await together([
      [
        1,
        function* () {
          runs++;
          yield* enter(1, 'a');
          yield* PLANT.send({ name: 'bomb' });
        },
      ],
      [
        2,
        function* () {
          runs++;
          yield* enter(2, 'b');
        },
      ],
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(runs).toBe(2);
    expect(await operations()).toEqual([]);
    expect(await db.write(() => enter(1, 'after'), 1)).toEqual(expect.any(Number));
  });

  it('never take a simulated one with them', async () => {
    const simulation: Simulation = { fail: false, followUps: [], afterRollback: [] };
    const simulated: Promise<unknown>[] = [];
    const outcomes = await together(
      [1, 2, 3].map((account) => {
        simulated.push(db.simulate(simulation, () => enter(account, 'simulated')));
        return [account, () => enter(account, 'real')];
      }),
    );
    const real = new Set(values(outcomes));
    for (const transaction of await Promise.all(simulated)) expect(real).not.toContain(transaction);
    expect(await operations()).toEqual(['real', 'real', 'real']);
  });

  it('tell what they changed when it is committed, and not what was undone', async () => {
    const told: string[] = [];
    for (const name of ['kept', 'undone']) db.onSignal(name, () => told.push(name));
    const signal = (name: string, fails: boolean) =>
      function* (): Query<void> {
        const transaction = (yield { mode: 'transaction' }) as { signals: Set<string> };
        transaction.signals.add(name);
        yield* enter(1, name);
        if (fails) throw new Error('undone');
      };
    await together([
      [1, signal('kept', false)],
      [2, signal('undone', true)],
    ]);
    expect(told).toEqual(['kept']);
  });

  /** What a body may do besides its entries. */
  const TWISTS = ['', '', '', 'throw', 'fail', 'send', 'attempt', 'lock', 'deadlock', 'die', 'bomb', 'slow'] as const;
  const someBody = fc.record({
    account: fc.integer({ min: 1, max: 4 }),
    second: fc.integer({ min: 1, max: 4 }),
    twist: fc.constantFrom(...TWISTS),
    process: fc.boolean(),
  });

  function* twisted(account: number, twist: (typeof TWISTS)[number], isFirst: boolean): Query<void> {
    if (twist === 'throw') throw new Error('refused');
    if (twist === 'fail') yield* FAIL.one({ code: '22012' });
    if (twist === 'send') yield* FAIL.send({ code: '22012' });
    if (twist === 'attempt') yield* attempt(enterAndFail(account));
    if (twist === 'lock') yield* lockName('thing');
    if (twist === 'deadlock' && isFirst) yield* FAIL.send({ code: '40P01' });
    if (twist === 'die' && isFirst) yield* DIE.one({});
    if (twist === 'bomb') yield* PLANT.send({ name: 'bomb' });
    if (twist === 'slow') yield* SLEEP.send({ seconds: 0.06 });
  }

  function* enterAndFail(account: number): Query<void> {
    yield* enter(account, 'never');
    yield* FAIL.send({ code: '22012' });
  }

  it('are each done once or not at all, as they are answered, whatever others do, in two processes', async () => {
    let round = 0;
    const property = fc.asyncProperty(fc.array(someBody, { minLength: 2, maxLength: 24 }), async (bodies) => {
      const own = `${++round}`;
      const outcomes = await Promise.allSettled(
        bodies.map(({ account, second, twist, process }, index) => {
          let runs = 0;
          return (process ? db : other).write(function* () {
            const isFirst = runs++ === 0;
            yield* enter(account, `${own} ${index}`);
            yield* twisted(account, twist, isFirst);
            yield* ADD.send({ account_id: second });
            yield* ENTER.send({ account_id: second, operation: `${own} ${index}` });
          }, account);
        }),
      );
      const entries = await db.read(ENTRIES.all({}));
      bodies.forEach((_, index) => {
        const found = entries.filter(({ operation }) => operation === `${own} ${index}`).length;
        expect(found).toBe(outcomes[index]?.status === 'fulfilled' ? 2 : 0);
      });
      for (const { account_id, value } of await db.read(BALANCES.all({}))) {
        expect(value).toBe(entries.filter((entry) => entry.account_id === account_id).length);
      }
    });
    await fc.assert(property, { numRuns: 12 });
  });
});
