import { expect, it } from 'vitest';
import { collectRows, MOST_ROWS } from './csv-source.ts';

function source(rows: Iterable<object>) {
  return {
    name: 'rows',
    async *rows() {
      yield* rows;
    },
  };
}

const never = new AbortController().signal;

it('keeps a row once that moved to the next page while the list was read', async () => {
  const rows = [{ id: 2 }, { id: 1, page: 1 }, { id: 1, page: 2 }];
  expect(await collectRows(source(rows), never, () => undefined)).toEqual([{ id: 2 }, { id: 1, page: 2 }]);
});

it('keeps equal rows without an id', async () => {
  expect(await collectRows(source([{ domain: 'a' }, { domain: 'a' }]), never, () => undefined)).toHaveLength(2);
});

it('stops at the bound, and does not ask for more', async () => {
  let asked = 0;
  function* endless() {
    for (;;) yield { id: ++asked };
  }
  const counts: number[] = [];
  const rows = await collectRows(source(endless()), never, (count) => counts.push(count));
  expect([rows.length, asked, counts.at(-1)]).toEqual([MOST_ROWS, MOST_ROWS, MOST_ROWS]);
});

it('ends when it is cancelled', async () => {
  const stop = new AbortController();
  const reading = collectRows(source([{ id: 1 }, { id: 2 }, { id: 3 }]), stop.signal, () => stop.abort());
  await expect(reading).rejects.toThrow('aborted');
});
