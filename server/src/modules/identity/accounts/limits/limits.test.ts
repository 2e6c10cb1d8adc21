import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, expect, it } from 'vitest';

interface Limits {
  account_id: number;
  limits: Record<string, { limit: number | null; used: number | null }>;
}

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

const changeLimits = (account: number, set: string) =>
  server.run<Limits>('account limits', '--account', account, '--set', set);

it('account limits changes the limits of one account and shows their use', async () => {
  const [account, other] = [await server.createAccount(), await server.createAccount()];
  expect(await changeLimits(account.id, 'keys=3')).toMatchObject({
    account_id: account.id,
    limits: { keys: { limit: 3, used: 2 } },
  });
  expect((await changeLimits(other.id, 'open_tickets=default')).limits.keys?.limit).not.toBe(3);
});

it.each([
  ['NOT_FOUND', 999_999, 'keys=3'],
  ['VALIDATION_ERROR', undefined, 'nonsense=3'],
  ['BAD_REQUEST', undefined, 'keys=-1'],
])('account limits refuses invalid input with %s', async (code, account, set) => {
  const { id } = await server.createAccount();
  await expect(changeLimits(account ?? id, set)).rejects.toMatchObject({ code });
});

it('showing the limits of an unknown account returns NOT_FOUND', async () => {
  await expect(server.operator.limits.show({ account_id: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
