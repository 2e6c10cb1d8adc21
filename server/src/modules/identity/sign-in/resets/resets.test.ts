import { sql } from '@hostler/database';
import { openPanel, PASSWORD, type Panel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '#kernel/time.ts';

const OTHER = 'another horse battery';
let server: TestServer;
let people: ReturnType<typeof peopleOf>;

beforeAll(async () => {
  server = await startTestServer();
  // Pauses of a second must not end because the machine is busy.
  server.clock.standStill();
  people = peopleOf(server);
  return server.stop;
});

const MAILS = sql<{ recipient: string }, { kind: string }>('select kind from mails where recipient = :recipient');
const mailsTo = async (recipient: string) =>
  (await server.hostler.db.read(MAILS.all({ recipient }))).map(({ kind }) => kind);

async function makeLink(personId: number): Promise<string> {
  const { reset_url } = await server.run<{ reset_url: string }>('person reset', '--id', personId);
  return /\/reset#([0-9A-Za-z]{43})$/.exec(reset_url)?.[1] ?? '';
}

const reset = (token: string, password = OTHER, panel: Panel = openPanel(server)) =>
  panel.post('/security/password/reset', { token, password });

describe('a request for a reset link', () => {
  it('sends a mail if the person exists, and gets the same response if not', async () => {
    const { person } = await people.owner();
    const ask = async (email: string) => {
      const { status, body } = await openPanel(server).post('/security/password/forgot', { email });
      return { status, body };
    };
    const known = await ask(person.email.toUpperCase());
    expect(known).toEqual({ status: 200, body: { success: true, data: {} } });
    expect(await ask('nobody@example.com')).toEqual(known);
    await expect.poll(() => mailsTo(person.email)).toContain('reset');
    expect(await mailsTo('nobody@example.com')).toEqual([]);
  });

  it('is throttled after several requests from one address', async () => {
    const statuses: number[] = [];
    for (let asked = 0; asked < 14; asked++) {
      const { status } = await openPanel(server).post('/security/password/forgot', { email: `x${asked}@example.com` });
      statuses.push(status);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    server.clock.advance(HOUR);
  });
});

describe('a reset link', () => {
  it('works once, ends all sessions, and sends a mail about the change', async () => {
    const { panel, person, accountId } = await people.owner();
    const token = await panel.token(accountId);
    const link = await makeLink(person.id);
    const other = await makeLink(person.id);
    expect((await reset(link)).status).toBe(200);
    expect((await reset(link)).status).toBe(404);
    expect((await reset(other)).status).toBe(404);
    await expect.poll(async () => (await panel.get('/sessions/current')).status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    await expect.poll(async () => (await server.request('GET', '/tickets', { headers })).status).toBe(401);
    expect((await openPanel(server).signIn(person.email)).status).toBe(401);
    expect((await openPanel(server).signIn(person.email, OTHER)).status).toBe(201);
    expect(await mailsTo(person.email)).toContain('password-changed');
  });

  it('works for one of two concurrent requests, for an hour, and refuses a weak password', async () => {
    const { person } = await people.owner();
    const link = await makeLink(person.id);
    expect((await reset(link, 'short')).body.error.details).toEqual([
      { field: 'password', message: 'must be at least 12 characters long.', reason: 'too_short', params: { min: 12 } },
    ]);
    const answers = await Promise.all([reset(link, OTHER), reset(link, PASSWORD)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const late = await makeLink(person.id);
    server.clock.advance(HOUR);
    expect((await reset(late)).status).toBe(404);
  });

  it('does not work for a disabled person', async () => {
    const { person } = await people.owner();
    const link = await makeLink(person.id);
    await server.operator.people.disable({ id: person.id });
    expect((await reset(link)).status).toBe(404);
    expect((await openPanel(server).signIn(person.email)).status).toBe(401);
  });
});
