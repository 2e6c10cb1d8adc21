import { peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer } from '@hostler/testing/server/server.ts';
import { expect, it } from 'vitest';

it('a key is refused outside its allowed networks, and refused or not created for an environment that the server does not serve', async () => {
  const server = await startTestServer({ worker: false, env: { HOSTLER_ENVIRONMENTS: 'live' } });
  try {
    const account = await server.createAccount();
    const keyFrom = async (network: string) =>
      (await server.createKey(account.id, 'live', { allowed_networks: [network] })).key;
    const ask = async (key: string) => {
      const { status, body } = await server.get('/tickets', key);
      return [status, body.error?.code];
    };
    expect(await ask(await keyFrom('127.0.0.0/8'))).toEqual([200, undefined]);
    expect(await ask(await keyFrom('192.0.2.0/24'))).toEqual([403, 'FORBIDDEN']);
    expect(await ask(account.live)).toEqual([200, undefined]);
    expect(await ask(account.test)).toEqual([403, 'ENVIRONMENT_MISMATCH']);
    const { panel, accountId: account_id } = await peopleOf(server).owner('owner@example.com');
    const create = async (environment: string) => {
      const key = { account_id, name: 'deploy', environment, scopes: ['tickets.read'] };
      const { status, body } = await panel.post('/keys', key);
      return [status, body.error?.code];
    };
    expect(await create('live')).toEqual([201, undefined]);
    expect(await create('test')).toEqual([403, 'ENVIRONMENT_MISMATCH']);
  } finally {
    await server.stop();
  }
});
