import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, expect, it } from 'vitest';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  account = await server.createAccount();
  return server.stop;
});

it.each([undefined, 'null', '5', 'true', '"text"', '[]'])(
  'a body that is not an object is an error of the caller: %s',
  async (body) => {
    for (const key of [account.live, account.test]) {
      const { status, body: answer } = await server.post('/tickets', key, body);
      expect([status, answer.error.code]).toEqual([expect.toBeOneOf([400, 422]), expect.any(String)]);
      expect(answer.error.code).toBeOneOf(['BAD_REQUEST', 'VALIDATION_ERROR']);
    }
  },
);
