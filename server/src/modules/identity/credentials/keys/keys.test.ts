import { sql } from '@hostler/database';
import type { PanelApi } from '@hostler/testing/api-types.ts';
import { openPanel, PASSWORD, PASSWORD_HASH, type Panel } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '#kernel/scopes.ts';
import { formatTime, HOUR, MINUTE } from '#kernel/time.ts';

const JOIN = sql<{ person_id: number; account_id: number; scopes: string; rights: string; now: number }>(
  `insert into memberships (person_id, account_id, role, scopes, rights, created_at)
   values (:person_id, :account_id, 'member', :scopes, :rights, :now)`,
);
const CHANGE = sql<{ person_id: number; account_id: number; scopes: string }>(
  'update memberships set scopes = :scopes where person_id = :person_id and account_id = :account_id',
);

let server: TestServer;
let account_id: number;
let owner: Panel;
let member: Panel;
let memberId: number;
let otherAccount: number;
let made = 0;

const write = (query: () => Generator) => server.hostler.db.write(query as never);
const me = (key: string) => server.get('/auth/me', key);
const create = (panel: Panel, body: object = {}) =>
  panel.post<PanelApi.NewKey>('/keys', {
    account_id,
    name: 'deploy',
    environment: 'live',
    scopes: ['tickets.read'],
    ...body,
  });
const list = async (panel: Panel) => (await panel.get<PanelApi.Key[]>(`/keys?account_id=${account_id}`)).body.data;

async function changeMember(...scopes: Scope[]): Promise<void> {
  await write(() => CHANGE.run({ person_id: memberId, account_id, scopes: scopes.join(' ') }));
}

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

/** Each test has its own account with an owner and a member, both just signed in. */
beforeEach(async () => {
  const { accounts } = server.operator;
  const [jo, max] = ['jo', 'max'].map((name) => `${name}@${++made}.example.com`) as [string, string];
  account_id = (await accounts.create({ name: 'Acme', email: jo, password_hash: PASSWORD_HASH })).id;
  otherAccount = (await accounts.create({ name: 'Other', email: max, password_hash: PASSWORD_HASH })).id;
  [owner, member] = [openPanel(server), openPanel(server)];
  await owner.signIn(jo);
  memberId = (await member.signIn(max)).body.data.person.id;
  const grant = { scopes: 'tickets.read tickets.write', rights: 'keys', now: server.clock.now() };
  await write(() => JOIN.run({ person_id: memberId, account_id, ...grant }));
});

describe('a key created by a person', () => {
  it('is shown once, and is limited to its scopes', async () => {
    const { status, body } = await create(owner, { scopes: ['tickets.read', 'tickets.write'] });
    expect(status).toBe(201);
    const { key, ...shown } = body.data;
    expect(shown).toMatchObject({
      name: 'deploy',
      environment: 'live',
      prefix: 'svc_live_',
      hint: key.slice(-4),
      scopes: ['tickets.read', 'tickets.write'],
      rate_limit: 600,
      status: 'active',
      created_by: { name: 'jo' },
    });
    expect((await server.get('/tickets', key)).status).toBe(200);
    expect((await server.get('/domains', key)).status).toBe(403);
    const listed = (await list(owner)).find(({ id }) => id === shown.id);
    expect(JSON.stringify(listed)).not.toContain(key);
    await until(async () => (await list(owner)).find(({ id }) => id === shown.id)?.last_used_at !== null);
  });

  it('can have the sandbox environment, a rate limit, allowed networks and an expiry', async () => {
    const expires_at = formatTime(server.clock.now() + HOUR);
    const bounds = { environment: 'test', rate_limit: 7, allowed_networks: ['192.0.2.0/24'], expires_at };
    const { body } = await create(owner, bounds);
    expect(body.data).toMatchObject({ ...bounds, status: 'expiring' });
    expect((await me(body.data.key)).status).toBe(403);
  });

  it('is refused with scopes that its creator lacks, with unknown or no scopes, and with invalid fields', async () => {
    const beyond = await create(member, { scopes: ['tickets.read', 'domains.read', 'people'] });
    expect([beyond.status, beyond.body.error.code]).toEqual([422, 'INVALID_SCOPES']);
    expect(beyond.body.error.details?.map(({ message }) => message)).toEqual([
      'you do not have domains.read.',
      '"people" is not a scope.',
    ]);
    expect((await create(owner, { scopes: [] })).body.error.code).toBe('INVALID_SCOPES');
    const past = formatTime(server.clock.now() - HOUR);
    for (const [field, value] of [
      ['expires_at', past],
      ['expires_at', 'soon'],
      ['rate_limit', 601],
      ['rate_limit', 0],
      ['allowed_networks', ['nowhere']],
      ['name', ''],
      ['environment', 'moon'],
    ]) {
      const { status, body } = await create(owner, { [field as string]: value });
      expect([field, status, body.error.code]).toEqual([field, 422, 'VALIDATION_ERROR']);
    }
  });

  it('loses and regains scopes at once when the scopes of its creator change', async () => {
    const { body } = await create(member, { scopes: ['tickets.read', 'tickets.write'] });
    const { key } = body.data;
    const pair = await server.post('/auth/token', undefined, { api_key: key });
    const token = { authorization: `Bearer ${pair.body.data.access_token}` };
    expect((await server.get('/tickets', key)).status).toBe(200);
    await changeMember('domains.read');
    await until(async () => (await server.get('/tickets', key)).status === 403);
    expect((await server.get('/tickets', undefined, token)).status).toBe(403);
    expect((await server.get('/domains', key)).status).toBe(403);
    await changeMember('tickets.read', 'tickets.write');
    await until(async () => (await server.get('/tickets', key)).status === 200);
  });

  it('requires the password again if it was entered more than ten minutes ago', async () => {
    server.clock.advance(11 * MINUTE);
    expect((await create(owner)).body.error.code).toBe('CONFIRMATION_REQUIRED');
    expect((await owner.get(`/keys?account_id=${account_id}`)).status).toBe(200);
    await owner.post('/sessions/confirm', { password: PASSWORD });
    expect((await create(owner)).status).toBe(201);
  });
});

describe('the keys of an account', () => {
  it('are all listed for owners and only their own for members; other accounts get NOT_FOUND', async () => {
    const { body } = await create(owner, { name: 'of the owner' });
    await create(member);
    expect((await list(member)).map(({ created_by }) => created_by?.id)).toEqual([memberId]);
    expect((await list(owner)).map(({ created_by }) => created_by?.id)).toEqual([memberId, expect.any(Number)]);
    for (const path of ['/keys/revoke', '/keys/roll']) {
      expect((await member.post(path, { account_id, id: body.data.id })).status).toBe(404);
    }
    const foreign = await owner.get(`/keys?account_id=${otherAccount}`);
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('can be filtered by status', async () => {
    const { body } = await create(owner, { name: 'to be revoked' });
    await create(owner);
    await owner.post('/keys/revoke', { account_id, id: body.data.id });
    const revoked = await owner.get<PanelApi.Key[]>(`/keys?account_id=${account_id}&status=revoked`);
    expect(revoked.body.data.map(({ id }) => id)).toContain(body.data.id);
    expect(new Set(revoked.body.data.map(({ status }) => status))).toEqual(new Set(['revoked']));
    const active = await owner.get<PanelApi.Key[]>(`/keys?account_id=${account_id}&status=active`);
    expect(active.body.meta.total).toBe(active.body.data.length);
    expect(new Set(active.body.data.map(({ status }) => status))).toEqual(new Set(['active']));
  });

  it('are limited in number; expired keys do not count', async () => {
    await server.operator.limits.change({ account_id, limits: { keys: 1 } });
    expect((await create(owner, { expires_at: formatTime(server.clock.now() + HOUR) })).status).toBe(201);
    expect((await create(owner)).body.error.code).toBe('QUOTA_EXCEEDED');
    server.clock.advance(2 * HOUR);
    await owner.post('/sessions/confirm', { password: PASSWORD });
    expect((await create(owner)).status).toBe(201);
    expect((await create(owner)).body.error.code).toBe('QUOTA_EXCEEDED');
  });
});

describe('revoking a key', () => {
  it('makes it invalid within a second', async () => {
    const { body } = await create(owner);
    const { id, key } = body.data;
    expect((await me(key)).status).toBe(200);
    const answer = await owner.post<PanelApi.Key>('/keys/revoke', { account_id, id });
    expect(answer.body.data.status).toBe('revoked');
    await until(async () => (await me(key)).body.error?.code === 'INVALID_API_KEY');
  });
});

describe('rolling a key', () => {
  it('creates a key with the same settings; the old key stays valid for the overlap', async () => {
    const { body: old } = await create(owner, { name: 'to be rolled', rate_limit: 50 });
    const roll = { account_id, id: old.data.id, overlap_seconds: 3600 };
    const { status, body } = await owner.post<PanelApi.NewKey>('/keys/roll', roll);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ name: 'to be rolled', rate_limit: 50, expires_at: null, status: 'active' });
    expect((await me(old.data.key)).status).toBe(200);
    expect((await me(body.data.key)).status).toBe(200);
    expect((await owner.post('/keys/roll', roll)).body.error.code).toBe('CONFLICT');
    server.clock.advance(HOUR + MINUTE);
    await until(async () => (await me(old.data.key)).status === 401);
    expect((await me(body.data.key)).status).toBe(200);
  });

  it('ends the old key at once without an overlap', async () => {
    const { body: old } = await create(owner);
    await owner.post('/keys/roll', { account_id, id: old.data.id, overlap_seconds: 0 });
    await until(async () => (await me(old.data.key)).status === 401);
  });

  it('works at the limit of keys only without an overlap', async () => {
    const { body: old } = await create(owner);
    await server.operator.limits.change({ account_id, limits: { keys: 1 } });
    const roll = (overlap_seconds: number) =>
      owner.post<PanelApi.NewKey>('/keys/roll', { account_id, id: old.data.id, overlap_seconds });
    expect((await roll(60)).body.error.code).toBe('QUOTA_EXCEEDED');
    expect((await roll(0)).status).toBe(201);
  });

  it('makes the caller the creator of the new key', async () => {
    const { body: old } = await create(member);
    const { body } = await owner.post<PanelApi.NewKey>('/keys/roll', { account_id, id: old.data.id });
    expect(body.data.created_by?.name).toBe('jo');
  });
});

describe('a person who leaves an account', () => {
  it('loses the keys they created, and the response of the removal lists them', async () => {
    const { body } = await create(member);
    const { id, key } = body.data;
    expect((await me(key)).status).toBe(200);
    const shown = await owner.get<PanelApi.PersonWithKeys>(`/people/show?account_id=${account_id}&id=${memberId}`);
    const ids = shown.body.data.keys.map((named) => named.id);
    expect(ids).toContain(id);
    const removed = await owner.post<PanelApi.Removed>('/people/remove', { account_id, id: memberId });
    expect(removed.body.data.keys_ended.map((ended) => ended.id)).toEqual(ids);
    await until(async () => (await me(key)).status === 401);
    const ended = (await list(owner)).filter(
      ({ created_by, status }) => created_by?.id === memberId && status === 'active',
    );
    expect(ended).toEqual([]);
  });

  it('loses their keys when they are disabled, too', async () => {
    const { body } = await create(owner);
    await server.operator.people.disable({ id: body.data.created_by?.id ?? 0 });
    await until(async () => (await me(body.data.key)).status === 401);
  });
});
