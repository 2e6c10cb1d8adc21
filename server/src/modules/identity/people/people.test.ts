import { sql } from '@hostler/database';
import type { PanelApi } from '@hostler/testing/api-types.ts';
import { type Panel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#kernel/scopes.ts';
import { DAY, MINUTE } from '#kernel/time.ts';

let server: TestServer;
let people: ReturnType<typeof peopleOf>;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  people = peopleOf(server);
  return server.stop;
});

const MAILS = sql<{ recipient: string }, { kind: string }>('select kind from mails where recipient = :recipient');
const mailsTo = async (recipient: string) =>
  (await server.hostler.db.read(MAILS.all({ recipient }))).map(({ kind }) => kind);

const list = async (panel: Panel, accountId: number) =>
  (await panel.get<PanelApi.PersonOfAccount[]>(`/people?account_id=${accountId}`)).body.data;

const statusOf = async (token: string, path = '/tickets') =>
  (await server.request('GET', path, { headers: { authorization: `Bearer ${token}` } })).status;

describe('the people of an account', () => {
  it('are listed for its owners, including invitations', async () => {
    const { panel, person, accountId } = await people.owner();
    const { person: other } = await people.member(accountId, { scopes: 'tickets.read' });
    const invited = await panel.post<PanelApi.PersonOfAccount>('/people/invite', {
      account_id: accountId,
      email: 'New@Example.com',
      role: 'member',
      scopes: ['tickets.read', 'tickets.write'],
      rights: ['keys'],
    });
    expect(invited.status).toBe(201);
    expect(await mailsTo('new@example.com')).toEqual(['invitation']);
    const { body } = await panel.get<PanelApi.PersonOfAccount[]>(`/people?account_id=${accountId}`);
    expect(body.meta.total).toBe(3);
    expect(body.data).toEqual([
      expect.objectContaining({ id: person.id, role: 'owner', scopes: [...SCOPES], status: 'active' }),
      expect.objectContaining({ id: other.id, role: 'member', scopes: ['tickets.read'], rights: [] }),
      invited.body.data,
    ]);
    expect(invited.body.data).toMatchObject({
      id: null,
      email: 'new@example.com',
      status: 'invited',
      rights: ['keys'],
    });
    const shown = await panel.get(`/people/show?account_id=${accountId}&id=${other.id}`);
    expect(shown.body.data).toMatchObject({ email: other.email, keys: [] });
  });

  it('cannot be seen or changed by members or by other accounts', async () => {
    const { accountId, person } = await people.owner();
    const { panel } = await people.member(accountId, { scopes: SCOPES.join(' '), rights: 'keys' });
    expect((await panel.get(`/people?account_id=${accountId}`)).status).toBe(403);
    const invite = { account_id: accountId, email: 'friend@example.com', role: 'owner' };
    expect((await panel.post('/people/invite', invite)).body.error.code).toBe('FORBIDDEN');
    expect((await panel.post('/people/remove', { account_id: accountId, id: person.id })).status).toBe(403);
    const stranger = await people.owner();
    expect((await stranger.panel.get(`/people?account_id=${accountId}`)).status).toBe(404);
    expect((await stranger.panel.get(`/people/show?account_id=${stranger.accountId}&id=${person.id}`)).status).toBe(
      404,
    );
  });

  it('can be changed only if the password was entered within the last ten minutes', async () => {
    const { panel, accountId } = await people.owner();
    server.clock.advance(11 * MINUTE);
    const invite = { account_id: accountId, email: 'later@example.com', role: 'member' };
    const refused = await panel.post('/people/invite', invite);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'CONFIRMATION_REQUIRED']);
    await panel.post('/sessions/confirm', { password: 'correct horse battery' });
    expect((await panel.post('/people/invite', invite)).status).toBe(201);
  });
});

describe('an invitation', () => {
  it('replaces the previous one to the same address, can be withdrawn, and expires after a week', async () => {
    const { panel, accountId } = await people.owner();
    const invite = () =>
      panel.post<PanelApi.PersonOfAccount>('/people/invite', {
        account_id: accountId,
        email: 'twice@example.com',
        role: 'owner',
      });
    await invite();
    const { body } = await invite();
    expect((await list(panel, accountId)).length).toBe(2);
    const id = body.data.invitation_id;
    const other = await people.owner();
    expect((await other.panel.post('/people/remove', { account_id: other.accountId, invitation_id: id })).status).toBe(
      404,
    );
    expect((await panel.post('/people/remove', { account_id: accountId, invitation_id: id })).status).toBe(200);
    expect((await list(panel, accountId)).length).toBe(1);
    await invite();
    server.clock.advance(8 * DAY);
    expect((await list(panel, accountId)).length).toBe(1);
  });

  it('is refused for people of the account, and cannot give a member rights reserved for owners', async () => {
    const { panel, accountId, person } = await people.owner();
    const again = await panel.post('/people/invite', { account_id: accountId, email: person.email, role: 'member' });
    expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT']);
    const wanted = { account_id: accountId, email: 'x@example.com', role: 'member', rights: ['people'] };
    expect((await panel.post('/people/invite', wanted)).body.error.details).toEqual([
      {
        field: 'rights',
        message: 'cannot include people, which is reserved for owners.',
        reason: 'right_reserved_for_owners',
        params: { right: 'people' },
      },
    ]);
  });

  it('gets the same response whether or not a person with the address exists', async () => {
    const { panel, accountId } = await people.owner();
    const { person } = await people.owner();
    const ask = async (email: string) => {
      const { status, body } = await panel.post<PanelApi.PersonOfAccount>('/people/invite', {
        account_id: accountId,
        email,
        role: 'member',
      });
      return { answered: status, ...body.data, email: '', invitation_id: 0, created_at: '' };
    };
    expect(await ask(person.email)).toEqual(await ask('unheard-of@example.com'));
  });
});

describe('the rights of a person', () => {
  it('are reduced within a second, also for tokens issued before', async () => {
    const { panel, accountId } = await people.owner();
    const member = await people.member(accountId, { scopes: 'tickets.read domains.read' });
    const token = await member.panel.token(accountId);
    expect(await statusOf(token)).toBe(200);
    const id = member.person.id;
    const update = { account_id: accountId, id, role: 'member', scopes: ['domains.read'], rights: [] };
    expect((await panel.post('/people/update', update)).body.data).toMatchObject({ scopes: ['domains.read'] });
    await expect.poll(() => statusOf(token)).toBe(403);
    expect((await panel.post('/people/remove', { account_id: accountId, id })).body.data).toEqual({ keys_ended: [] });
    await expect.poll(() => statusOf(token, '/domains')).toBe(401);
    const asked = { account_id: accountId, environment: 'live' };
    await expect.poll(async () => (await member.panel.post('/token', asked)).status).toBe(404);
    expect((await member.panel.get('/sessions/current')).status).toBe(200);
    expect(await mailsTo(member.person.email)).toContain('people');
  });

  it('end when staff disable the person', async () => {
    const { panel, person, accountId } = await people.owner();
    const token = await panel.token(accountId);
    expect(await statusOf(token)).toBe(200);
    await server.run('person disable', '--id', person.id);
    await expect.poll(() => statusOf(token)).toBe(401);
    await expect.poll(async () => (await panel.get('/sessions/current')).status).toBe(401);
    expect((await panel.signIn(person.email)).status).toBe(401);
  });
});

describe('ownership', () => {
  it('is offered, and transferred only when the person accepts', async () => {
    const { panel, accountId } = await people.owner();
    const member = await people.member(accountId, { scopes: 'tickets.read' });
    const { id } = member.person;
    const accept = () =>
      member.panel.post<PanelApi.PersonOfAccount>('/people/accept-ownership', { account_id: accountId });
    expect((await accept()).body.error.code).toBe('CONFLICT');
    const offered = await panel.post<PanelApi.PersonOfAccount>('/people/update', {
      account_id: accountId,
      id,
      role: 'owner',
    });
    expect(offered.body.data).toMatchObject({ role: 'member', scopes: ['tickets.read'], ownership_offered: true });
    const session = await member.panel.get<PanelApi.CurrentSession>('/sessions/current');
    expect(session.body.data.accounts).toContainEqual(
      expect.objectContaining({ id: accountId, ownership_offered: true }),
    );
    const accepted = await accept();
    expect(accepted.body.data).toMatchObject({ role: 'owner', ownership_offered: false });
    await expect.poll(async () => (await member.panel.get(`/people?account_id=${accountId}`)).status).toBe(200);
    expect(await mailsTo(member.person.email)).toContain('people');
  });

  it('cannot be accepted after the offer was withdrawn', async () => {
    const { panel, accountId } = await people.owner();
    const { panel: other, person } = await people.member(accountId);
    for (const role of ['owner', 'member']) {
      await panel.post('/people/update', { account_id: accountId, id: person.id, role });
    }
    expect((await other.post('/people/accept-ownership', { account_id: accountId })).status).toBe(409);
  });

  it('cannot be lost: the last owner cannot be removed or demoted', async () => {
    const { panel, accountId, person } = await people.owner();
    const refused = [
      await panel.post('/people/remove', { account_id: accountId, id: person.id }),
      await panel.post('/people/update', { account_id: accountId, id: person.id, role: 'member' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
  });

  it('stays with one of two owners who remove or demote each other concurrently', async () => {
    for (const path of ['/people/update', '/people/remove']) {
      const one = await people.owner();
      const two = await people.member(one.accountId, { role: 'owner' });
      const strike = (panel: Panel, id: number) => panel.post(path, { account_id: one.accountId, id, role: 'member' });
      const answers = await Promise.all([strike(one.panel, two.person.id), strike(two.panel, one.person.id)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const { entries } = await server.hostler.db.read(countOwners(one.accountId));
      expect(entries).toBe(1);
    }
  });
});

const OWNERS = sql<{ account_id: number }, { entries: number }>(
  `select count(*) as entries from memberships where account_id = :account_id and role = 'owner'`,
);
function* countOwners(accountId: number) {
  return (yield* OWNERS.one({ account_id: accountId })) ?? { entries: 0 };
}

describe('the command line', () => {
  it('creates invitation links and staff', async () => {
    const { accountId } = await people.owner();
    const invited = await server.run<{ invitation_url: string; scopes: string[] }>(
      'person invite',
      '--account',
      accountId,
      '--email',
      'line@example.com',
      '--scopes',
      'all',
      '--keys',
    );
    expect(invited).toMatchObject({ email: 'line@example.com', role: 'member', rights: ['keys'], scopes: [...SCOPES] });
    expect(invited.invitation_url).toMatch(/\/invitation#[0-9A-Za-z]{43}$/);
    const staff = await server.run(
      'operator create',
      '--email',
      'staff@example.com',
      '--role',
      'support',
      '--password',
      'correct horse battery',
    );
    expect(staff).toMatchObject({ email: 'staff@example.com', staff_role: 'support', invitation_url: null });
    const { panel, person } = await people.enter('staff@example.com');
    expect(person.staff_role).toBe('support');
    expect((await panel.get('/sessions/current')).body.data).toMatchObject({ accounts: [] });
    expect(await server.run('operator create', '--email', 'other@example.com', '--role', 'owner')).toMatchObject({
      id: null,
      invitation_url: expect.stringContaining('/invitation#'),
    });
  });
});
