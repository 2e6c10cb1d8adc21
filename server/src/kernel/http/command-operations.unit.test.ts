import type { Tally } from '@hostler/database';
import { expect, test } from 'vitest';
import { command, integer, optional, text, texts, time } from '../command.ts';
import { fieldErrors, validationError } from '../errors.ts';
import { listCommand } from '../list-command.ts';
import { EVERY_ROLE } from '../staff-roles.ts';
import type { StaffCaller } from './caller.ts';
import { routeCommands, toThirdPerson } from './command-operations.ts';
import type { Call, OperationRoute } from './route.ts';

test.each([
  ['List tickets. Newest first.', 'Lists tickets. Newest first.'],
  ['Copy the data.', 'Copies the data.'],
  ['Pay an invoice.', 'Pays an invoice.'],
  ['Search accounts.', 'Searches accounts.'],
  ['Show or change the limits of an account.', 'Shows or changes the limits of an account.'],
  ['Start, stop or suspend many servers and databases.', 'Starts, stops or suspends many servers and databases.'],
])('the command "%s" is described as "%s"', (summary, description) => {
  expect(toThirdPerson(summary)).toBe(description);
});

const call = (given: { query?: object; body?: object } = {}) =>
  ({ caller: { credential: { scopes: new Set() } }, now: 0, query: {}, ...given }) as unknown as Call<StaffCaller>;
const FIRST = { page: 1, per_page: 25, sort: 'desc' } as const;

/** Returns the route of a list whose pages are read like this. */
function routeOf(page: (given: { offset?: number; tally?: Tally }) => Promise<{ id: number }[]>) {
  const list = listCommand({
    name: 'ticket list',
    route: { roles: EVERY_ROLE },
    summary: 'List tickets.',
    options: {},
    page: ({ offset, tally }) => page({ ...(offset === undefined ? {} : { offset }), ...(tally && { tally }) }),
  });
  const [route] = routeCommands([list]) as OperationRoute<StaffCaller>[];
  return route;
}

test('a list that ignores the order refuses sort=asc', async () => {
  const route = routeOf(async ({ tally }) => {
    if (tally) tally.total = 0;
    return [];
  });
  const read = (sort: 'asc' | 'desc') => route?.handle(call(), { ...FIRST, sort });
  await expect(read('desc')).resolves.toMatchObject({ items: [] });
  await expect(read('asc')).rejects.toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'sort' }] });
});

test('a list counts 10,000 rows at most, and its pages reach no further', async () => {
  const offsets: (number | undefined)[] = [];
  let total = 10_000;
  const route = routeOf(async ({ offset, tally }) => {
    offsets.push(offset);
    if (tally) tally.total = total;
    return [{ id: 1 }];
  });
  expect(await route?.handle(call(), { ...FIRST, page: 3 })).toEqual({ items: [{ id: 1 }], total: 10_000 });
  total = 10_001;
  const last = await route?.handle(call(), { ...FIRST, page: 9_999 });
  expect(last).toEqual({ items: [{ id: 1 }], total: 10_000, totalCapped: true });
  expect(offsets).toEqual([50, 10_000]);
  expect(route?.query?.properties).toMatchObject({ page: { minimum: 1 } });
  const uncounted = routeOf(async () => []);
  await expect(uncounted?.handle(call(), FIRST)).rejects.toThrow('ticket list does not count its rows.');
});

test('a list that is read as a whole is cut into pages', async () => {
  const rows = [1, 2, 3, 4, 5].map((id) => ({ id }));
  const whole = command({
    name: 'ticket show',
    route: { roles: EVERY_ROLE, list: true },
    summary: 'List them.',
    options: {},
    run: async () => rows,
  });
  const [route] = routeCommands([whole]) as OperationRoute<StaffCaller>[];
  expect(await route?.handle(call(), { ...FIRST, per_page: 2, page: 2 })).toEqual({
    items: [{ id: 3 }, { id: 4 }],
    total: 5,
  });
});

test('an error of a service names the field of the request', async () => {
  const fields = ['customer', 'plans[2].name', 'due_at', 'elsewhere'];
  const failing = command({
    name: 'ticket reply',
    route: { roles: EVERY_ROLE, names: { text: 'message' } },
    summary: 'Reply.',
    options: {
      id: integer('Its number.'),
      text: { ...optional(text('The text.')), field: 'customer' },
      plan: texts('The plans.', { field: 'plans' }),
      'due-at': optional(time('The time.', { field: 'due_at' })),
    },
    run: async () => {
      throw validationError(fields.map((field) => fieldErrors.empty(field)));
    },
  });
  const [route] = routeCommands([failing]) as OperationRoute<StaffCaller>[];
  await expect(route?.handle(call({ query: { id: 1 } }), FIRST)).rejects.toMatchObject({
    details: [{ field: 'message' }, { field: 'plan[2].name' }, { field: 'due_at' }, { field: 'elsewhere' }],
  });
});

test('an operation has the body limit of its command, and stores its response later if it commits several times', () => {
  const importing = (route: object) => {
    const one = command({
      name: 'payment import',
      route: { roles: EVERY_ROLE, ...route },
      summary: 'Import a file.',
      options: { text: text('The text.') },
      run: async () => ({}),
    });
    return routeCommands([one])[0];
  };
  const large = importing({ maxBodyBytes: 2_097_152, severalTransactions: true });
  expect(large).toMatchObject({ maxBodyBytes: 2_097_152, storesLater: true, method: 'POST', path: '/payments/import' });
  const small = importing({});
  expect(small).toMatchObject({ storesLater: false, body: { properties: { text: expect.anything() } } });
  expect(small).not.toHaveProperty('maxBodyBytes');
});
