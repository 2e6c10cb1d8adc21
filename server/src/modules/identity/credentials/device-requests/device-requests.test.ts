import { createHash, randomBytes } from 'node:crypto';
import { sql } from '@hostler/database';
import type { DeviceKey, DeviceRequest, Me, PanelApi } from '@hostler/testing/api-types.ts';
import { type Panel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, formatTime, HOUR, MINUTE } from '#kernel/time.ts';

const CHANGE = sql<{ person_id: number; account_id: number; scopes: string; rights: string }>(
  'update memberships set scopes = :scopes, rights = :rights where person_id = :person_id and account_id = :account_id',
);
const LEAVE = sql<{ person_id: number; account_id: number }>(
  'delete from memberships where person_id = :person_id and account_id = :account_id',
);
const STORED = sql<object, Record<string, unknown>>('select * from device_requests order by id');
const RECORDED = sql<{ account_id: number }, Record<string, unknown>>(
  'select * from audit_entries where account_id = :account_id order by id',
);

/** A server behind a proxy, so that requests can come from many addresses. */
let server: TestServer;
let people: ReturnType<typeof peopleOf>;
let owner: Panel;
let account_id: number;
let personId: number;
let addresses = 0;

const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`;

beforeAll(async () => {
  server = await startTestServer({ worker: false, env: { HOSTLER_TRUSTED_PROXIES: '127.0.0.1' } });
  server.clock.standStill();
  people = peopleOf(server);
  return server.stop;
});

beforeEach(async () => {
  server.clock.advance(DAY);
  await server.runUpkeep('device-requests.forget-expired');
  const entered = await people.owner();
  [owner, account_id, personId] = [entered.panel, entered.accountId, entered.person.id];
});

/** A program that wants a key, at an address of its own. */
async function startProgram(body: object = {}, from = newAddress()) {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const headers = { 'x-forwarded-for': from };
  const started = await server.post<DeviceRequest>(
    '/auth/device',
    undefined,
    { challenge, program: 'hostctl 0.3.0', machine: 'laptop', ...body },
    headers,
  );
  const collect = (given = verifier) =>
    server.post<DeviceKey>('/auth/device/collect', undefined, { verifier: given }, headers);
  return { ...started, code: started.body.data?.user_code ?? '', verifier, challenge, collect, from };
}

const approve = (code: string, body: object = {}, panel = owner, account = account_id) =>
  panel.post<PanelApi.Device>('/keys/device/approve', {
    account_id: account,
    code,
    name: 'hostctl on laptop',
    environment: 'live',
    scopes: ['tickets.read'],
    ...body,
  });
const me = (key: string | null) => server.get<Me>('/auth/me', key ?? '');
const listKeys = async () => (await owner.get<PanelApi.Key[]>(`/keys?account_id=${account_id}`)).body.data;
const listStored = () => server.hostler.db.read(STORED.all({}));

describe('a program that requests a key', () => {
  it('shows a code and waits, and gets the approved key once', async () => {
    const program = await startProgram();
    expect(program.status).toBe(201);
    expect(program.body.data).toMatchObject({
      user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      verification_uri_complete: `${server.url}/device?code=${program.code}`,
      expires_in: 600,
    });
    expect((await program.collect()).body.data).toEqual({ status: 'pending', key: null });
    const typed = ` ${program.code.toLowerCase().replace('-', '')} `;
    const shown = await owner.post<PanelApi.Device>('/keys/device/show', { code: typed });
    expect(shown.body.data).toMatchObject({
      ...{ program: 'hostctl 0.3.0', machine: 'laptop', environment: 'live' },
      ...{ address: program.from, status: 'pending' },
    });
    const expires_at = formatTime(server.clock.now() + 90 * DAY);
    expect((await approve(program.code, { expires_at })).body.data).toMatchObject({ status: 'approved' });
    expect(await listKeys()).toEqual([]);

    const { status, body } = await program.collect();
    expect([status, body.data.status]).toEqual([200, 'approved']);
    const { body: known } = await me(body.data.key);
    expect(known.data).toMatchObject({ account: { id: account_id }, environment: 'live', scopes: ['tickets.read'] });
    expect(await listKeys()).toMatchObject([
      { name: 'hostctl on laptop', scopes: ['tickets.read'], expires_at, created_by: { id: personId } },
    ]);
  });

  it('is in the audit log of the account, like a key that is created in the panel', async () => {
    const program = await startProgram();
    await approve(program.code);
    await program.collect();
    const [key] = await listKeys();
    const recorded = await server.hostler.db.read(RECORDED.all({ account_id }));
    expect(recorded.slice(-2)).toMatchObject([
      {
        action: 'keys.device.approve',
        actor_kind: 'person',
        actor_id: personId,
        record_label: 'hostctl 0.3.0, laptop',
      },
      {
        ...{ action: 'keys.create', actor_kind: 'person', actor_id: personId, address: program.from },
        ...{ record_type: 'keys', record_id: key?.id, record_label: 'hostctl on laptop' },
        ...{ changed: 'name environment scopes rate_limit', request_id: expect.any(String) },
      },
    ]);
  });

  it('leaves neither the code, the verifier nor the key in the database', async () => {
    const program = await startProgram();
    const check = async (...secrets: (string | null)[]) => {
      const stored = JSON.stringify([await listStored(), await server.hostler.db.read(RECORDED.all({ account_id }))]);
      for (const secret of secrets) expect(stored).not.toContain(secret);
    };
    await check(program.code, program.code.replace('-', ''), program.verifier);
    await approve(program.code);
    const { body } = await program.collect();
    expect(body.data.key).toMatch(/^svc_live_/);
    await check(program.code, program.code.replace('-', ''), program.verifier, body.data.key);
  });

  it('gets a key of the sandbox if the person chooses it', async () => {
    const program = await startProgram({ environment: 'test' });
    const shown = await owner.post<PanelApi.Device>('/keys/device/show', { code: program.code });
    expect(shown.body.data.environment).toBe('test');
    await approve(program.code, { environment: 'test', scopes: ['tickets.write'] });
    const { body } = await program.collect();
    expect(body.data.key).toMatch(/^svc_test_/);
    expect((await me(body.data.key)).body.data).toMatchObject({ environment: 'test' });
  });

  it('is told that it was denied, also after a later approval', async () => {
    const program = await startProgram();
    const denied = await owner.post<PanelApi.Device>('/keys/device/deny', { code: program.code });
    expect(denied.body.data.status).toBe('denied');
    expect((await approve(program.code)).body.error).toMatchObject({
      code: 'CONFLICT',
      reason: 'device_request_decided',
    });
    expect((await program.collect()).body.data).toEqual({ status: 'denied', key: null });
    expect(await listKeys()).toEqual([]);
  });

  it('gets nothing after ten minutes, approved or not', async () => {
    const [waiting, approved] = [await startProgram(), await startProgram()];
    await approve(approved.code);
    server.clock.advance(10 * MINUTE);
    expect((await approve(waiting.code)).status).toBe(404);
    for (const program of [waiting, approved]) expect((await program.collect()).status).toBe(404);
    expect(await listKeys()).toEqual([]);
    await server.runUpkeep('device-requests.forget-expired');
    server.clock.advance(MINUTE);
    await server.runUpkeep('device-requests.forget-expired');
    expect(await listStored()).toEqual([]);
  });

  it('needs the verifier: the challenge, the code or another one are of no use', async () => {
    const program = await startProgram();
    await approve(program.code);
    const others = [program.challenge, `${program.code}${'x'.repeat(40)}`, randomBytes(32).toString('base64url')];
    for (const other of others) expect([other, (await program.collect(other)).status]).toEqual([other, 404]);
    expect((await program.collect('short')).status).toBe(422);
    expect((await program.collect()).body.data.status).toBe('approved');
  });

  it('loses the key if it is collected twice, because a response was lost or the verifier was stolen', async () => {
    const program = await startProgram();
    await approve(program.code);
    const { body } = await program.collect();
    expect((await me(body.data.key)).status).toBe(200);
    const again = await program.collect();
    expect(again.body.error).toMatchObject({ code: 'CONFLICT', reason: 'device_key_collected' });
    await until(async () => (await me(body.data.key)).status === 401);
    expect(await listKeys()).toMatchObject([{ status: 'revoked' }]);
    const recorded = await server.hostler.db.read(RECORDED.all({ account_id }));
    expect(recorded.at(-1)).toMatchObject({ action: 'keys.revoke', actor_kind: 'system' });
  });

  it('gets one key however many requests collect it at once', async () => {
    const program = await startProgram();
    await approve(program.code);
    const answers = await Promise.all([program.collect(), program.collect(), program.collect()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await listKeys()).toHaveLength(1);
  });

  it('needs a new verifier for each request', async () => {
    const { challenge } = await startProgram();
    expect((await startProgram({ challenge })).body.error).toMatchObject({ code: 'CONFLICT' });
  });

  it('cannot be a web page, which could send the request from the address of a visitor', async () => {
    const body = { challenge: 'c'.repeat(43), program: 'hostctl', machine: 'laptop' };
    const headers = { origin: 'https://elsewhere.example', 'x-forwarded-for': newAddress() };
    const { status } = await server.post('/auth/device', undefined, body, headers);
    expect(status).toBe(403);
  });

  it('cannot give itself a name that breaks the line or reverses it', async () => {
    for (const machine of ['a\nb', 'a\u202eb', '', 'x'.repeat(61)]) {
      expect([machine, (await startProgram({ machine })).status]).toEqual([machine, 422]);
    }
  });
});

describe('the permissions of a requested key', () => {
  it('are at most those of the person who approves', async () => {
    const { panel, person } = await people.member(account_id, { scopes: 'tickets.read', rights: 'keys' });
    const program = await startProgram();
    const refused = await approve(program.code, { scopes: ['tickets.read', 'tickets.write'] }, panel);
    expect(refused.body.error.code).toBe('INVALID_SCOPES');
    expect((await approve(program.code, { scopes: ['tickets.read'] }, panel)).status).toBe(200);
    expect((await program.collect()).body.data.status).toBe('approved');
    expect(await listKeys()).toMatchObject([{ created_by: { id: person.id } }]);
  });

  it('need the right to create keys, an account of the person, and the password', async () => {
    const { panel } = await people.member(account_id, { scopes: 'tickets.read' });
    const program = await startProgram();
    expect((await approve(program.code, {}, panel)).status).toBe(403);
    const stranger = await people.owner();
    expect((await approve(program.code, {}, stranger.panel)).status).toBe(404);
    server.clock.advance(0);
    expect((await program.collect()).body.data.status).toBe('pending');
    const later = await people.owner();
    server.clock.advance(HOUR);
    const next = await startProgram();
    const late = await approve(next.code, {}, later.panel, later.accountId);
    expect(late.body.error.code).toBe('CONFIRMATION_REQUIRED');
  });

  it('are checked again when the program collects the key', async () => {
    const { panel, person } = await people.member(account_id, { scopes: 'tickets.read', rights: 'keys' });
    const member = { person_id: person.id, account_id };
    const write = (query: () => Generator) => server.hostler.db.write(query as never);
    const program = await startProgram();
    await approve(program.code, {}, panel);

    await write(() => CHANGE.run({ ...member, scopes: 'domains.read', rights: 'keys' }));
    expect((await program.collect()).body.error.code).toBe('INVALID_SCOPES');
    await write(() => CHANGE.run({ ...member, scopes: 'tickets.read', rights: '' }));
    expect((await program.collect()).body.error.code).toBe('FORBIDDEN');
    await write(() => LEAVE.run(member));
    expect((await program.collect()).body.error).toMatchObject({ reason: 'device_approver_left' });
    expect(await listKeys()).toEqual([]);
  });

  it('end with the person: a disabled one gives no key any more', async () => {
    const { panel, person } = await people.member(account_id, { scopes: 'tickets.read', rights: 'keys' });
    const program = await startProgram();
    await approve(program.code, {}, panel);
    await server.operator.people.disable({ id: person.id });
    expect((await program.collect()).body.error).toMatchObject({ code: 'FORBIDDEN', reason: 'device_approver_left' });
    expect(await listKeys()).toEqual([]);
  });

  it('obey the limit of keys of the account', async () => {
    await server.operator.limits.change({ account_id, limits: { keys: 0 } });
    const program = await startProgram();
    await approve(program.code);
    expect((await program.collect()).body.error.code).toBe('QUOTA_EXCEEDED');
    await server.operator.limits.change({ account_id, limits: { keys: 1 } });
    expect((await program.collect()).body.data.status).toBe('approved');
  });
});

describe('somebody who guesses', () => {
  it('has few tries at codes, and right ones do not count', async () => {
    const program = await startProgram();
    const show = (code: string) => owner.post<PanelApi.Device>('/keys/device/show', { code });
    for (let tries = 0; tries < 8; tries++) expect((await show(program.code)).status).toBe(200);
    const guesses = [];
    for (let tries = 0; tries < 8; tries++) guesses.push((await show(`BBBB-BBB${'BCDFGHJK'[tries]}`)).status);
    expect(guesses).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
    expect((await approve(program.code)).status).toBe(429);
    server.clock.advance(MINUTE);
    expect((await approve(program.code)).status).toBe(200);
  });

  it('can start 20 requests in ten minutes from an address', async () => {
    const from = newAddress();
    const statuses = [];
    for (let count = 0; count < 22; count++) statuses.push((await startProgram({}, from)).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual([429, 429]);
    expect((await startProgram()).status).toBe(201);
    server.clock.advance(10 * MINUTE);
    expect((await startProgram({}, from)).status).toBe(201);
  });

  it('can poll 600 times a minute from an address', async () => {
    const program = await startProgram();
    const statuses = await Promise.all(Array.from({ length: 610 }, async () => (await program.collect()).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });
});
