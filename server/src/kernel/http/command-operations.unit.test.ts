import { expect, test } from 'vitest';
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

test('a list that ignores the order refuses sort=asc', async () => {
  const list = listCommand({
    name: 'ticket list',
    route: { roles: EVERY_ROLE },
    summary: 'List tickets.',
    options: {},
    page: async ({ tally }) => {
      if (tally) tally.total = 0;
      return [];
    },
  });
  const [route] = routeCommands([list]) as OperationRoute<StaffCaller>[];
  const call = { caller: { credential: { scopes: new Set() } }, now: 0, query: {}, body: undefined };
  const read = (sort: 'asc' | 'desc') =>
    route?.handle(call as unknown as Call<StaffCaller>, { page: 1, per_page: 25, sort });
  await expect(read('desc')).resolves.toMatchObject({ items: [] });
  await expect(read('asc')).rejects.toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'sort' }] });
});
