import { keepLog } from '@hostler/testing/log-lines.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, expect, it } from 'vitest';

const { log, lines } = keepLog();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false, log });
  return server.stop;
});

it('the log line of a request names the account and the key, and how long the response took', async () => {
  const { id, live } = await server.createAccount();
  await server.get('/tickets?search=slow', live, { 'x-request-id': 'timed-1' });
  const find = () => lines.map((line) => JSON.parse(line)).find(({ request_id }) => request_id === 'timed-1');
  await expect.poll(find).toMatchObject({ status: 200, account_id: id, key_id: expect.any(Number) });
  expect(find().ms).toBeGreaterThan(0);
});
