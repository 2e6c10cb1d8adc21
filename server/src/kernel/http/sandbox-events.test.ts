import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishEvents } from '../events/publish.ts';

const TICKET = { subject: 'Simulated', message: 'Rolled back.' };
let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});
beforeEach(async () => {
  account = await server.createAccount();
});

const simulate = (headers: Record<string, string>) => server.post('/tickets', account.test, TICKET, headers);
const listTestEvents = async () => {
  await server.hostler.db.write(() => publishEvents([], server.clock.now(), 100));
  const { body } = await server.get('/events', account.test);
  return body.data.map(({ event }) => event);
};

describe('a simulated write', () => {
  it.each([{}, { 'idempotency-key': 'simulated-once' }])('leaves its event in the test feed: %j', async (headers) => {
    expect((await simulate(headers)).status).toBe(201);
    expect(await listTestEvents()).toEqual(['ticket.created']);
  });

  it('that is repeated with the same key leaves one event', async () => {
    const headers = { 'idempotency-key': 'simulated-twice' };
    const [first, second] = [await simulate(headers), await simulate(headers)];
    expect(second.body).toEqual(first.body);
    expect(await listTestEvents()).toEqual(['ticket.created']);
  });

  it.each([{}, { 'idempotency-key': 'refused-once' }])('that is refused leaves no event: %j', async (headers) => {
    const refused = await simulate({ ...headers, 'x-sandbox-scenario': 'fail' });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(await listTestEvents()).toEqual([]);
  });
});
