import { type KernelDatabase, openKernelDatabase } from '@hostler/testing/server/database.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeRow, LostRace } from './change-row.ts';
import { sql } from './query.ts';

interface Counter {
  id: number;
  value: number;
}

const FIND = sql<object, Counter>('select id, value from counters where id = 1');
const FIND_NONE = sql<object, Counter>('select id, value from counters where id = 2');
const CHANGE = sql<{ value: number; next: number }, Counter>(
  'update counters set value = :next where id = 1 and value = :value returning id, value',
);
const BUMP = sql('update counters set value = value + 1 where id = 1');
const RESET = sql('update counters set value = 0 where id = 1');

let kernel: KernelDatabase;

beforeAll(async () => {
  kernel = await openKernelDatabase([
    {
      id: 'counters-001',
      script: 'create table counters (id {id}, value bigint not null); insert into counters (value) values (0);',
    },
  ]);
  return kernel.close;
});

beforeEach(async () => {
  await kernel.db.write(() => RESET.run({}));
});

const increment = ({ value }: Counter) => CHANGE.one({ value, next: value + 1 });

describe('an update of a row', () => {
  it('is decided again on the current row after a concurrent update', async () => {
    let others = 3;
    const seen: number[] = [];
    const changed = await kernel.db.write(() =>
      changeRow(
        () => FIND.one({}),
        function* (row) {
          seen.push(row.value);
          if (others-- > 0) yield* BUMP.run({});
          return yield* increment(row);
        },
      ),
    );
    expect(seen).toEqual([0, 1, 2, 3]);
    expect(changed).toEqual({ id: 1, value: 4 });
  });

  it('ends in a retryable error under constant contention, and changes nothing', async () => {
    let reads = 0;
    const losing = kernel.db.write(() =>
      changeRow(
        () => FIND.one({}),
        function* (row) {
          reads++;
          yield* BUMP.run({});
          return yield* increment(row);
        },
      ),
    );
    const error = await losing.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LostRace);
    expect(reads).toBeLessThanOrEqual(10);
    expect(await kernel.db.read(FIND.one({}))).toEqual({ id: 1, value: 0 });
  });

  it('does nothing if there is no row', async () => {
    expect(await kernel.db.write(() => changeRow(() => FIND_NONE.one({}), increment))).toBeUndefined();
  });

  it('applies once per success if many run at once, and the others get a retryable error', async () => {
    const others = [kernel.db, kernel.open(), kernel.open()];
    const tries = Array.from({ length: 60 }, (_, index) => {
      const db = others[index % others.length] ?? kernel.db;
      return db.write(() => changeRow(() => FIND.one({}), increment));
    });
    const ends = await Promise.allSettled(tries);
    const lost = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    for (const error of lost) expect(error).toBeInstanceOf(LostRace);
    expect(await kernel.db.read(FIND.one({}))).toEqual({ id: 1, value: ends.length - lost.length });
    expect(lost.length).toBeLessThan(ends.length);
  });
});
