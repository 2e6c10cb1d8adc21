import { sql } from '@hostler/database';
import type { PanelApi } from '@hostler/testing/api-types.ts';
import { openPanel, PASSWORD, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#kernel/time.ts';

let server: TestServer;
let people: ReturnType<typeof peopleOf>;
let count = 0;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  people = peopleOf(server);
  return server.stop;
});

const newEmail = () => `new${++count}@example.com`;

/** Returns the token after the # of the link. */
async function invite(account_id: number, email: string, scopes = ['tickets.read']): Promise<string> {
  const { invitation_url } = await server.operator.people.invite({ account_id, email, scopes, rights: ['keys'] });
  return (invitation_url ?? '').split('#')[1] ?? '';
}

const accept = (token: string, more: object = { name: 'Jo Doe', password: PASSWORD }, panel = openPanel(server)) =>
  panel.post<PanelApi.SignedIn>('/invitations/accept', { token, ...more });

describe('an invitation link', () => {
  it('shows account, address and role, and creates a person with a name and a password', async () => {
    const { accountId } = await people.owner();
    const email = newEmail();
    const token = await invite(accountId, email);
    const panel = openPanel(server);
    const shown = await panel.post('/invitations/show', { token });
    expect(shown.body.data).toMatchObject({ account: { id: accountId }, email, role: 'member', known: false });
    const { status, body } = await accept(token, { name: ' Jo Doe ', password: PASSWORD }, panel);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      person: { email, name: 'Jo Doe', staff_role: null },
      accounts: [{ id: accountId, role: 'member', scopes: ['tickets.read'], rights: ['keys'] }],
    });
    expect((await panel.get('/sessions/current')).status).toBe(200);
    expect((await openPanel(server).signIn(email)).status).toBe(201);
  });

  it('works once, even with concurrent requests, and for a week', async () => {
    const { accountId, panel } = await people.owner();
    const token = await invite(accountId, newEmail());
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, expect.toSatisfy((n) => n === 401 || n === 404)]);
    expect((await accept(token)).status).toBe(404);
    expect((await panel.get(`/people?account_id=${accountId}`)).body.meta.total).toBe(2);
    const late = await invite(accountId, newEmail());
    server.clock.advance(7 * DAY);
    for (const path of ['/invitations/show', '/invitations/accept']) {
      const { status, body } = await openPanel(server).post(path, { token: late, name: 'Jo', password: PASSWORD });
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('requires a name and a password that is strong enough', async () => {
    const { accountId } = await people.owner();
    const token = await invite(accountId, newEmail());
    const fields = async (more: object) => (await accept(token, more)).body.error.details?.map(({ field }) => field);
    expect(await fields({})).toEqual(['name', 'password']);
    expect(await fields({ name: 'Jo', password: 'short' })).toEqual(['password']);
    expect(await fields({ name: 'Jo', password: 'aaaaaaaaaaaaaaaa' })).toEqual(['password']);
    expect((await accept(token)).status).toBe(201);
  });

  it('for an existing person can be accepted only by that person, signed in', async () => {
    const { accountId } = await people.owner();
    const known = await people.owner();
    const token = await invite(accountId, known.person.email.toUpperCase());
    const shown = await openPanel(server).post('/invitations/show', { token });
    expect(shown.body.data).toMatchObject({ known: true });
    expect((await accept(token)).status).toBe(401);
    const stranger = await people.owner();
    expect((await accept(token, {}, stranger.panel)).body.error.code).toBe('FORBIDDEN');
    const { status, body } = await accept(token, {}, known.panel);
    expect(status).toBe(201);
    expect(body.data.accounts.map(({ id }) => id)).toEqual([known.accountId, accountId]);
    await expect
      .poll(async () => (await known.panel.post('/token', { account_id: accountId, environment: 'live' })).status)
      .toBe(200);
    expect((await accept(token, {}, known.panel)).status).toBe(404);
  });

  it('is revoked when the owner who sent it is removed', async () => {
    const first = await people.owner();
    const second = await people.member(first.accountId, { role: 'owner' });
    const email = newEmail();
    const invited = await second.panel.post<PanelApi.PersonOfAccount>('/people/invite', {
      account_id: first.accountId,
      email,
      role: 'owner',
    });
    const id = invited.body.data.invitation_id;
    await first.panel.post('/people/remove', { account_id: first.accountId, id: second.person.id });
    const withdrawn = await first.panel.post('/people/remove', { account_id: first.accountId, invitation_id: id });
    expect(withdrawn.status).toBe(404);
  });

  it('can also invite staff', async () => {
    const email = newEmail();
    const { invitation_url } = await server.operator.people.createStaff({ email, role: 'technician' });
    const token = invitation_url?.split('#')[1] ?? '';
    expect((await openPanel(server).post('/invitations/show', { token })).body.data).toMatchObject({
      account: null,
      staff_role: 'technician',
    });
    expect((await accept(token)).body.data).toMatchObject({ person: { staff_role: 'technician' }, accounts: [] });
  });

  it('is stored only as a hash', async () => {
    const { accountId } = await people.owner();
    const token = await invite(accountId, newEmail());
    const rows = await server.hostler.db.read(sql<object, object>('select * from invitations').all({}));
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
