import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, expect, it } from 'vitest';
import { balanceOf, post } from './service.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

const enter = (accountId: number, key: string, kind: 'granted' | 'applied' | 'reversal', amount: number) =>
  server.hostler.db.write(() => post(accountId, { key, kind, amount, currency: 'EUR', at: server.clock.now() }));
const creditOf = (accountId: number) => server.hostler.db.read(balanceOf(accountId, 'EUR'));

it('an account cannot spend more credit than it has, but a reversal can take it below zero', async () => {
  const { id } = await server.createAccount();
  await enter(id, 'a', 'granted', 500);
  await expect(enter(id, 'b', 'applied', -501)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await creditOf(id)).toBe(500);
  await enter(id, 'c', 'applied', -500);
  expect(await creditOf(id)).toBe(0);
  await enter(id, 'd', 'reversal', -300);
  expect(await creditOf(id)).toBe(-300);
  await enter(id, 'e', 'granted', 100);
  expect(await creditOf(id)).toBe(-200);
});

it('an entry with the same key is written once', async () => {
  const { id } = await server.createAccount();
  await enter(id, 'once', 'granted', 500);
  expect(await enter(id, 'once', 'granted', 500)).toBeUndefined();
  expect(await creditOf(id)).toBe(500);
});
