import { type KernelDatabase, openKernelDatabase } from '@hostler/testing/server/database.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limitsMigrations, readAccountLimits, setAccountLimit } from './account-limits.ts';

let kernel: KernelDatabase;

beforeEach(async () => {
  kernel = await openKernelDatabase(limitsMigrations);
});
afterEach(() => kernel.close());

const set = (account: number, name: string, value: number | null | 'default') =>
  kernel.db.write(() => setAccountLimit(account, name, value));
const read = async (account: number) => Object.fromEntries(await kernel.db.read(readAccountLimits(account)));

it('resetting a limit of one account keeps its other limits and those of other accounts', async () => {
  await set(1, 'servers', 5);
  await set(1, 'keys', null);
  await set(2, 'servers', 7);
  await set(1, 'servers', 'default');
  expect(await read(1)).toEqual({ keys: null });
  expect(await read(2)).toEqual({ servers: 7 });
});
