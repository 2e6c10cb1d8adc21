import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { MINUTE } from '../time.ts';
import { SearchBudget } from './search-budget.ts';

const ALL = 1_000_000;

function openBudget() {
  let now = 0;
  const budget = new SearchBudget(() => now);
  const search = (account: number, examined: number) => budget.run(account, async () => ({ examined }));
  const pass = (ms: number) => {
    now += ms;
  };
  return { budget, search, pass };
}

/** Starts a search that ends on demand. */
function openSearch(budget: SearchBudget, account: number) {
  const end = Promise.withResolvers<void>();
  const state = { started: false };
  const done = budget.run(account, async () => {
    state.started = true;
    await end.promise;
    return { examined: 1 };
  });
  return { state, done, end: () => end.resolve() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the budget for searches', () => {
  it('refuses an account that has examined too much, with the time to wait, and no other account', async () => {
    const { search, pass } = openBudget();
    await search(1, ALL / 2);
    await search(1, ALL);
    const refusal = await search(1, 1).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '30' } });
    await expect(search(2, 1)).resolves.toEqual({ examined: 1 });
    pass(MINUTE / 2 + 1);
    await expect(search(1, 1)).resolves.toEqual({ examined: 1 });
  });

  it('lets every account search again after a minute, however much was examined', async () => {
    const { search, pass } = openBudget();
    await search(1, 50 * ALL);
    await expect(search(1, 1)).rejects.toMatchObject({ headers: { 'retry-after': '60' } });
    pass(MINUTE + 1);
    await search(1, 1);
  });

  it('runs the searches of an account one after the other, in parallel with other accounts', async () => {
    const { budget } = openBudget();
    const [first, second, other] = [openSearch(budget, 1), openSearch(budget, 1), openSearch(budget, 2)];
    await turn();
    expect([first, second, other].map(({ state }) => state.started)).toEqual([true, false, true]);
    first.end();
    await first.done;
    await turn();
    expect(second.state.started).toBe(true);
    second.end();
    other.end();
    await Promise.all([second.done, other.done]);
  });

  it('continues after a failed search', async () => {
    const { budget, search } = openBudget();
    await expect(budget.run(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(search(1, 1)).resolves.toEqual({ examined: 1 });
  });

  it('refuses a search behind many others, and runs at most four at once', async () => {
    const { budget } = openBudget();
    const mine = Array.from({ length: 11 }, () => openSearch(budget, 1));
    await expect(budget.run(1, async () => ({ examined: 1 }))).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    const others = [2, 3, 4, 5, 6].map((account) => openSearch(budget, account));
    await turn();
    expect(others.map(({ state }) => state.started)).toEqual([true, true, true, false, false]);
    for (const { end } of [...mine, ...others]) end();
    await Promise.all([...mine, ...others].map(({ done }) => done));
  });
});
