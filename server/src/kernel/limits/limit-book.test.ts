import { addToTotal, totalsMigrations } from '@hostler/database';
import { type KernelDatabase, openKernelDatabase } from '@hostler/testing/server/database.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limitsMigrations, setAccountLimit } from './account-limits.ts';
import { defineLimit } from './limit.ts';
import { LimitBook } from './limit-book.ts';

const book = new LimitBook();
book.register([
  defineLimit({ name: 'keys', default: 100, what: 'API keys', advice: 'Revoke one', counts: { list: 'keys' } }),
  defineLimit({
    name: 'open_tickets',
    default: 1_000,
    what: 'open tickets',
    advice: 'Close one',
    counts: { list: 'tickets', statuses: ['open', 'answered'] },
  }),
  defineLimit({ name: 'replies', default: 50, what: 'replies', advice: 'Open another ticket', each: 'ticket' }),
]);

let kernel: KernelDatabase;

beforeEach(async () => {
  kernel = await openKernelDatabase([...totalsMigrations, ...limitsMigrations]);
});
afterEach(() => kernel.close());

it('returns the limits of an account, its own or the general ones, and their use', async () => {
  await kernel.db.write(function* () {
    yield* addToTotal(1, 'keys', '', 3);
    yield* addToTotal(1, 'tickets', 'open', 4);
    yield* addToTotal(1, 'tickets', 'answered', 2);
    yield* addToTotal(1, 'tickets', 'closed', 9);
    yield* addToTotal(2, 'keys', '', 70);
    yield* setAccountLimit(1, 'keys', 5);
    yield* setAccountLimit(1, 'replies', null);
  });
  expect(await kernel.db.read(book.read(1))).toEqual({
    keys: { limit: 5, used: 3 },
    open_tickets: { limit: 1_000, used: 6 },
    replies: { limit: null, used: null },
  });
  expect(await kernel.db.read(book.read(2))).toEqual({
    keys: { limit: 100, used: 70 },
    open_tickets: { limit: 1_000, used: 0 },
    replies: { limit: 50, used: null },
  });
});

it('lists the known limits when an unknown one is requested', () => {
  expect(book.findUnknown(['keys', 'replies'])).toBeUndefined();
  expect(book.findUnknown(['keys', 'kyes'])).toBe('There is no limit "kyes"; there are: keys, open_tickets, replies.');
});
