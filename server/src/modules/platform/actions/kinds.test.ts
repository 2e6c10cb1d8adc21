import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Customer } from '#kernel/http/caller.ts';
import type { ActionKind } from '#kernel/jobs/action-kind.ts';
import type { Scope } from '#kernel/scopes.ts';
import { actionsModule, startAction } from './index.ts';
import { createActionService } from './service.ts';

/** A kind of action that only this test declares. */
const rehearse: ActionKind<{ play: string }, null> = {
  type: 'stage.rehearse',
  resource: { type: 'stage', scopes: ['emails.read', 'emails.write'], lane: 'upkeep' },
  run: async () => null,
  *succeed() {},
  *fail() {},
  simulate: () => null,
};

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  account = await server.createAccount();
  return server.stop;
});

function callWith(...scopes: Scope[]): Customer {
  const credential = { environment: 'live', scopes: new Set(scopes) };
  return { account: { id: account.id, name: 'Customer' }, credential } as unknown as Customer;
}

describe('a kind of action', () => {
  it('adds its resource, scopes and job when it is declared', () => {
    const { db, clock } = server.hostler;
    const { routes = [], jobs = [] } = actionsModule({ db, clock, kinds: [rehearse], retries: {} });
    const told = JSON.stringify(routes[0]);
    expect(JSON.parse(told)).toMatchObject({ path: '/actions', access: ['emails.read', 'emails.write'] });
    expect(told).toContain('"enum":["stage"]');
    expect(jobs.map(({ kind }) => kind)).toEqual(['stage.rehearse']);
  });

  it('is refused if another kind declares the same resource again', () => {
    const { db, clock } = server.hostler;
    const perform = { ...rehearse, type: 'stage.perform', resource: { ...rehearse.resource } };
    expect(() => actionsModule({ db, clock, kinds: [rehearse, perform], retries: {} })).toThrow(
      'stage.perform declares stage anew',
    );
  });

  it('is shown only to callers with a scope of its resource', async () => {
    const { db, clock } = server.hostler;
    const actions = createActionService({ db, resources: [rehearse.resource] });
    const { id } = await db.write(() =>
      startAction(rehearse, { accountId: account.id, resourceId: 1, input: { play: 'Faust' }, now: clock.now() }),
    );
    const page = { page: 1, per_page: 25, sort: 'desc' } as const;
    const { items, total } = await db.read(actions.list(callWith('emails.read'), page));
    expect([items.map((action) => action.id), total]).toEqual([[id], 1]);
    expect(await db.read(actions.find(callWith('emails.write'), id))).toMatchObject({ type: 'stage.rehearse' });
    const denied = db.write(() => actions.find(callWith('hosting.read'), id));
    await expect(denied).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
