import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, expect, it } from 'vitest';
import type { ActionKind } from '#kernel/jobs/action-kind.ts';
import { checkHold, runHeld } from '#kernel/jobs/hold.ts';
import { LeaseLost } from '#kernel/jobs/queue.ts';
import type { JobWork } from '#kernel/jobs/worker.ts';
import { actionJob } from './action-job.ts';
import { findAction, insertAction } from './store.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

it('an action does not fail if its process was suspended and the lease of its job may be lost', async () => {
  const { db, clock, log } = server.hostler;
  const { id: accountId } = await server.createAccount();
  const about = { type: 'hosting.start', resource_type: 'hosting', resource_id: 1, input: '{}', created_at: 1 };
  const { id: actionId } = await db.write(() => insertAction(accountId, about));
  const kind: ActionKind<object, unknown> = {
    type: 'hosting.start',
    resource: { type: 'hosting', scopes: ['hosting.read'], lane: 'vps' },
    // Every call of an engine begins with this check.
    run: async () => checkHold(),
    *succeed() {},
    *fail() {},
    simulate: () => ({}),
  };
  const job = actionJob(kind, { db, clock });
  const work = { payload: { accountId, actionId }, signal: new AbortController().signal, log, job: { attempts: 1 } };
  const isOurs = false;
  await expect(
    runHeld(
      () => isOurs,
      () => job.run(work as unknown as JobWork),
    ),
  ).rejects.toThrow(LeaseLost);
  expect((await db.read(findAction(accountId, actionId)))?.status).toBe('running');
});
