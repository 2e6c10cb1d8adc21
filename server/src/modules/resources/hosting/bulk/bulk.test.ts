import { sql } from '@hostler/database';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STAFF_QUEUE } from '#kernel/jobs/staff-queue.ts';
import type { BulkResult } from './schemas.ts';

const JOBS = sql<object, { account_id: number; kind: string }>('select account_id, kind from jobs');
const RUN = sql<{ id: number }>(`update hosting set status = 'running', pending = null, node = 'n' where id = :id`);

let server: TestServer;
let accounts: TestAccount[];

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  accounts = [await server.createAccount(), await server.createAccount()];
});
afterAll(() => server.stop());

/** Creates a running server without an engine. */
async function makeServer(account: TestAccount | undefined): Promise<number> {
  const made = await server.operator.hosting.create({ account_id: account?.id ?? 0, hostname: 'a.test' });
  await server.hostler.db.write(function* () {
    yield* RUN.run({ id: made.id });
    yield* sql('delete from jobs').run({});
  });
  return made.id;
}

describe('a bulk action on servers', () => {
  it('queues all work in one queue, whatever the accounts are, and reports the result of each', async () => {
    const staff = await signInStaff(server, 'support');
    const ids = [await makeServer(accounts[0]), await makeServer(accounts[1])];
    const sent = { verb: 'restart', ids: [...ids, 999_999, ids[0]].map(String) };
    const { status, body } = await staff.post<BulkResult[]>('/hosting/bulk', sent);
    expect(status).toBe(202);
    expect(body.data).toEqual([
      { id: ids[0], hostname: 'a.test', action_id: expect.any(Number), error: null },
      { id: ids[1], hostname: 'a.test', action_id: expect.any(Number), error: null },
      { id: 999_999, hostname: null, action_id: null, error: 'Server not found.' },
    ]);
    const jobs = (await server.hostler.db.read(JOBS.all({}))).filter(({ kind }) => kind === 'hosting.restart');
    expect(jobs.map(({ account_id }) => account_id)).toEqual([STAFF_QUEUE, STAFF_QUEUE]);
    const again = await staff.post<BulkResult[]>('/hosting/bulk', { verb: 'restart', ids: ids.map(String) });
    expect(again.body.data.every(({ error }) => error?.includes('Only a running server can be restarted'))).toBe(true);
  });

  it('is limited to the verbs and causes of the role', async () => {
    const ids = String(await makeServer(accounts[0]));
    const support = await signInStaff(server, 'support');
    const billing = await signInStaff(server, 'billing');
    expect((await support.post('/hosting/bulk', { verb: 'suspend', ids })).status).toBe(403);
    expect((await billing.post('/hosting/bulk', { verb: 'stop', ids })).status).toBe(403);
    expect((await billing.post('/hosting/bulk', { verb: 'suspend', ids, cause: 'abuse' })).status).toBe(403);
    const allowed = await billing.post<BulkResult[]>('/hosting/bulk', { verb: 'suspend', ids, cause: 'payment' });
    expect(allowed.body.data).toMatchObject([{ error: null }]);
  });

  it('refuses no servers, more than 1,000, and other texts', async () => {
    const staff = await signInStaff(server, 'owner');
    const many = Array.from({ length: 1_001 }, (_, index) => String(index + 1)).join(',');
    for (const ids of ['', many, 'web1']) {
      expect((await staff.post('/hosting/bulk', { verb: 'stop', ids })).status).toBe(422);
    }
  });
});
