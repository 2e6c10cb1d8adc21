import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let account: number;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  account = (await server.createAccount()).id;
  return server.stop;
});

const createKey = (scopes: string, ...more: string[]) =>
  server.run<{ key: string }>('key create', '--account', account, '--environment', 'live', '--scopes', scopes, ...more);

describe('key create', () => {
  it('grants each named scope once', async () => {
    const { key } = await createKey('tickets.read,domains.read,tickets.read');
    const { body } = await server.get('/auth/me', key);
    expect(body.data.scopes.toSorted()).toEqual(['domains.read', 'tickets.read']);
  });

  it('refuses an unknown scope among known ones, and names it', async () => {
    await expect(createKey('tickets.read,everything')).rejects.toMatchObject({
      code: 'INVALID_SCOPES',
      message: 'everything is not a scope.',
    });
  });

  it('refuses a key without scopes', async () => {
    const create = server.operator.keys.create({ account_id: account, environment: 'live', scopes: [] });
    await expect(create).rejects.toMatchObject({ code: 'INVALID_SCOPES' });
  });

  it('refuses a rate limit below 1 and an expiry in the past', async () => {
    await expect(createKey('all', '--rate-limit', '0')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(createKey('all', '--expires', '2020-01-01T00:00:00Z')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });
});
