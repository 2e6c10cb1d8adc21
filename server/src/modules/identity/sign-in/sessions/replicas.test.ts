import { showFailedRequests } from '@hostler/testing/log-lines.ts';
import { openPanel, type Panel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, expect, it } from 'vitest';
import { compose } from '#compose/compose.ts';
import { createApp } from '#program/app.ts';

/** Two servers on the same data, each with its own connections and cache, like two processes. */
let server: TestServer;
let people: ReturnType<typeof peopleOf>;
let otherUrl: string;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  server.clock.standStill();
  people = peopleOf(server);
  const { config, clock } = server.hostler;
  const installation = await compose({ config, clock, log: showFailedRequests() });
  const app = await createApp(installation);
  otherUrl = await app.http.listen({ host: '127.0.0.1', port: 0 });
  return async () => {
    await app.close(0);
    await installation.db.close();
    await server.stop();
  };
});

/** Returns the same browser at the other server. */
function moveTo(url: string, { cookies }: Panel): Panel {
  const panel = openPanel({ url });
  for (const [name, value] of cookies) panel.cookies.set(name, value);
  return panel;
}

const askOther = async (token: string) =>
  (await fetch(`${otherUrl}/api/v1/tickets`, { headers: { authorization: `Bearer ${token}` } })).status;

it('a session and its tokens are valid on every server, and end on all of them', async () => {
  const { panel, accountId } = await people.owner();
  const other = moveTo(otherUrl, panel);
  const token = await panel.token(accountId);
  expect((await other.get('/sessions/current')).status).toBe(200);
  expect(await askOther(token)).toBe(200);
  await panel.post('/sessions/remove');
  await expect.poll(() => askOther(token)).toBe(401);
  await expect.poll(async () => (await other.get('/sessions/current')).status).toBe(401);
});

it('the rights of a person are reduced on every server', async () => {
  const owner = await people.owner();
  const member = await people.member(owner.accountId, { scopes: 'tickets.read' });
  const token = await member.panel.token(owner.accountId);
  expect(await askOther(token)).toBe(200);
  const change = { account_id: owner.accountId, id: member.person.id };
  await owner.panel.post('/people/update', { ...change, role: 'member', scopes: [] });
  await expect.poll(() => askOther(token)).toBe(403);
  await owner.panel.post('/people/remove', change);
  await expect.poll(() => askOther(token)).toBe(401);
});

it('wrong passwords are counted across all servers', async () => {
  const { person } = await people.owner();
  const guess = async (url: string) => (await openPanel({ url }).signIn(person.email, 'not the password')).status;
  const statuses: number[] = [];
  for (let tries = 0; tries < 6; tries++) statuses.push(await guess(tries % 2 === 0 ? server.url : otherUrl));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

it('an invitation is accepted on only one of two servers', async () => {
  const { accountId } = await people.owner();
  const { invitation_url } = await server.operator.people.invite({ account_id: accountId, email: 'two@example.com' });
  const token = (invitation_url ?? '').split('#')[1];
  const accept = async (url: string) => {
    const body = { token, name: 'Jo', password: 'correct horse battery' };
    return (await openPanel({ url }).post('/invitations/accept', body)).status;
  };
  const statuses = await Promise.all([accept(server.url), accept(otherUrl)]);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
});
