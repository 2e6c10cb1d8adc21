import { openPanel, PASSWORD, type Panel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { passwordMetrics } from '#kernel/password.ts';
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts';

/** A server behind a proxy, so that guesses can come from many addresses. */
let server: TestServer;
let people: ReturnType<typeof peopleOf>;
let addresses = 0;

beforeAll(async () => {
  server = await startTestServer({ worker: false, env: { HOSTLER_TRUSTED_PROXIES: '127.0.0.1' } });
  server.clock.standStill();
  people = peopleOf(server);
  return server.stop;
});

/** Earlier guesses no longer count. */
beforeEach(() => server.clock.advance(2 * HOUR));

const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`;

async function guess(
  email: string,
  { panel = openPanel(server), password = 'not the password', from = newAddress() } = {},
) {
  const headers = { 'x-forwarded-for': from };
  const answer = await panel.post('/sessions', { email, password }, { headers });
  return { ...answer, wait: Number(answer.headers.get('retry-after') ?? 0) };
}

async function countHashings(work: () => Promise<unknown>): Promise<number> {
  const count = async () => (await passwordMetrics[0]?.get())?.values[0]?.value ?? 0;
  const before = await count();
  await work();
  return (await count()) - before;
}

describe('an attacker who looks for existing addresses', () => {
  it('sees the same responses, the same hashing work and the same delays for every address', async () => {
    const { person } = await people.owner();
    const disabled = await people.owner();
    await server.operator.people.disable({ id: disabled.person.id });
    const emails = [person.email, 'nobody@example.com', disabled.person.email];
    const seen = [];
    for (const email of emails) {
      const from = newAddress();
      const answers: unknown[] = [];
      const hashings = await countHashings(async () => {
        for (let tries = 0; tries < 7; tries++) {
          const { status, body, headers } = await guess(email, { from });
          answers.push([status, body, [...headers.keys()].sort()]);
        }
      });
      seen.push({ answers, hashings });
    }
    expect(seen[0]?.hashings).toBe(5);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });
});

describe('an attacker who guesses passwords', () => {
  it('waits longer after each wrong password, and causes no hashing meanwhile', async () => {
    const { person } = await people.owner();
    const from = newAddress();
    for (let tries = 0; tries < 5; tries++) expect((await guess(person.email, { from })).status).toBe(401);
    const waits: number[] = [];
    for (let tries = 0; tries < 6; tries++) {
      const hashings = await countHashings(async () => {
        const { status, wait } = await guess(person.email, { from, password: PASSWORD });
        expect(status).toBe(429);
        waits.push(wait);
      });
      expect(hashings).toBe(0);
      server.clock.advance((waits.at(-1) ?? 0) * SECOND);
      expect((await guess(person.email, { from })).status).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32]);
  });

  it('gains nothing by concurrent guesses', async () => {
    // The check is slow, as in production, so that the other requests arrive meanwhile.
    const slow = peopleOf(server, await server.operator.people.hashPassword(PASSWORD));
    const { person } = await slow.owner('slow@example.com');
    const from = newAddress();
    const hashings = await countHashings(() =>
      Promise.all(Array.from({ length: 20 }, () => guess(person.email, { from }))),
    );
    expect(hashings).toBeLessThanOrEqual(5);
  });

  it('is also throttled if every guess is for another person', async () => {
    const from = newAddress();
    const statuses: number[] = [];
    for (let tries = 0; tries < 22; tries++) statuses.push((await guess(`x${tries}@example.com`, { from })).status);
    expect(statuses.indexOf(429)).toBe(20);
  });

  it('from many addresses cannot lock a person out of a new or a known browser', async () => {
    const { panel: known, person } = await people.owner();
    for (let tries = 0; tries < 25; tries++) await guess(person.email);
    // Each further address has one try before it waits.
    const from = newAddress();
    expect((await guess(person.email, { from })).status).toBe(401);
    expect((await guess(person.email, { from })).status).toBe(429);
    expect((await guess(person.email, { password: PASSWORD })).status).toBe(201);
    // A browser in which the person has signed in before does not wait, even from the address of the guesses.
    known.cookies.delete('hostler_session');
    expect((await guess(person.email, { panel: known, from, password: PASSWORD })).status).toBe(201);
  });

  it('is throttled in a browser that is known only for another person', async () => {
    const { panel: thief } = await people.owner();
    const { person } = await people.owner();
    const from = newAddress();
    for (let tries = 0; tries < 5; tries++) await guess(person.email, { panel: thief, from });
    expect((await guess(person.email, { panel: thief, from })).status).toBe(429);
  });

  it('in a signed-in browser is throttled when confirming the password', async () => {
    const { panel } = await people.owner();
    const statuses: number[] = [];
    for (let tries = 0; tries < 7; tries++) {
      statuses.push((await panel.post('/sessions/confirm', { password: 'not the password' })).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
  });
});

describe('a session that an attacker planted in a browser', () => {
  const value = (panel: Panel) => panel.cookies.get('hostler_session') ?? '';

  it('is replaced by a new one at sign-in', async () => {
    const attacker = await people.owner();
    const { person } = await people.owner();
    const victim = openPanel(server);
    victim.cookies.set('hostler_session', value(attacker.panel));
    expect((await victim.signIn(person.email)).status).toBe(201);
    expect(value(victim)).not.toBe(value(attacker.panel));
    // The attacker who knew the old cookie has no access.
    await expect.poll(async () => (await attacker.panel.get('/sessions/current')).status).toBe(401);
    const made = 'a'.repeat(43);
    victim.cookies.set('hostler_session', made);
    await victim.signIn(person.email);
    expect(value(victim)).not.toBe(made);
  });

  it('is not confirmed by the password: the previous cookie stays unconfirmed and soon ends', async () => {
    const { panel, accountId } = await people.owner();
    server.clock.advance(11 * MINUTE);
    const before = openPanel(server);
    before.cookies.set('hostler_session', value(panel));
    await panel.post('/sessions/confirm', { password: PASSWORD });
    const invite = { account_id: accountId, email: 'friend@example.com', role: 'owner' };
    expect((await before.post('/people/invite', invite)).body.error.code).toBe('CONFIRMATION_REQUIRED');
    server.clock.advance(11 * SECOND);
    await expect.poll(async () => (await before.get('/sessions/current')).status).toBe(401);
    expect((await panel.get('/sessions/current')).status).toBe(200);
  });
});
