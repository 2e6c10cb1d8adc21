import { readTotals } from '@hostler/database/testing';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, expect, it } from 'vitest';
import { beginAction, insertAction, totalsOf } from './store.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

it('an action that several workers begin concurrently is counted once', async () => {
  const { db } = server.hostler;
  const { id: accountId } = await server.createAccount();
  const about = { type: 'x', resource_type: 'domain', resource_id: 1, input: null, created_at: 1 };
  const { id } = await db.write(() => insertAction(accountId, about));
  const begun = await Promise.all(Array.from({ length: 5 }, () => db.write(() => beginAction(accountId, id, 2))));
  expect(begun.map((action) => action?.status)).toEqual(Array(5).fill('running'));
  const totals = await db.read(readTotals(accountId, totalsOf('domain')));
  expect(Object.fromEntries(totals.map(({ status, count }) => [status, count]))).toEqual({ queued: 0, running: 1 });
});
