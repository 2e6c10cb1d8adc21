import { sql } from '@hostler/database';
import type { PanelApi } from '@hostler/testing/api-types.ts';
import { untilMail } from '@hostler/testing/server/mail.ts';
import { PASSWORD, type Panel } from '@hostler/testing/server/panel.ts';
import { codeAt, createPerson, type TestPerson, turnOnTotp } from '@hostler/testing/server/people.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#kernel/time.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  return server.stop;
});

const codeOf = (secret: string, steps = 0) => codeAt(server, secret, steps);
const nextStep = () => server.clock.advance(30 * SECOND);
const secondFactor = (panel: Panel, proof: object) => panel.post('/sessions/second-factor', proof);

const turnOn = (panel: Panel) => turnOnTotp(server, panel);

/** Returns a panel after the password, before the second factor. */
async function halfWay(person: TestPerson): Promise<Panel> {
  const panel = person.open();
  expect((await panel.signIn(person.email)).status).toBe(200);
  return panel;
}

describe('an authenticator app', () => {
  it('is required after the password once a code has confirmed the secret', async () => {
    const person = await createPerson(server, 'app');
    const panel = await person.signIn();
    const begun = await panel.post<PanelApi.TotpSecret>('/security/totp/begin');
    const { secret, uri } = begun.body.data;
    expect(uri).toMatch(/^otpauth:\/\/totp\/Hostler:app%40example\.com\?secret=[A-Z2-7]{32}&/);
    expect((await person.open().signIn(person.email)).status, 'not yet').toBe(201);

    const wrong = await panel.post('/security/totp/enable', { code: codeOf(secret, 5) });
    expect([wrong.status, wrong.body.error.details?.[0]?.field]).toEqual([422, 'code']);
    const code = codeOf(secret);
    const enabled = await panel.post<PanelApi.RecoveryCodes>('/security/totp/enable', { code });
    expect(enabled.body.data.recovery_codes).toHaveLength(10);
    expect((await panel.get('/security')).body.data).toMatchObject({ totp: true, recovery_codes_left: 10 });
    expect((await panel.get('/sessions/current')).body.data).toMatchObject({ second_factor: true });

    const next = person.open();
    const asked = await next.signIn(person.email);
    expect(asked.body.data).toEqual({ second_factor_required: true, methods: ['totp', 'recovery_code'] });
    expect((await next.get('/sessions/current')).status, 'good for nothing else').toBe(401);
    expect((await next.post('/token', { account_id: person.accountId, environment: 'live' })).status).toBe(401);
    const before = next.cookies.get('hostler_session');
    expect((await secondFactor(next, { totp: code })).status, 'the code that turned it on is used up').toBe(422);
    nextStep();
    const done = await secondFactor(next, { totp: codeOf(secret) });
    expect([done.status, done.body.data]).toEqual([201, expect.objectContaining({ accounts: [expect.anything()] })]);
    expect(next.cookies.get('hostler_session'), 'a new cookie').not.toBe(before);
    expect((await next.get('/sessions/current')).status).toBe(200);

    const mail = await untilMail(server.dataDir, person.email, ({ subject }) =>
      /authenticator app was turned on/.test(subject ?? ''),
    );
    expect(mail.text).not.toContain(secret);
    const stored = await server.hostler.db.read(sql<object, { secret: string }>('select secret from totps').all({}));
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('gives codes that work once, even in concurrent requests', async () => {
    const person = await createPerson(server, 'once');
    const { secret } = await turnOn(await person.signIn());
    const panels = [await halfWay(person), await halfWay(person)];
    const totp = codeOf(secret);
    const answers = await Promise.all(panels.map((panel) => secondFactor(panel, { totp })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await secondFactor(await halfWay(person), { totp })).status).toBe(422);
  });

  it('can be turned off only after a recent password, and the person gets a mail', async () => {
    const person = await createPerson(server, 'off');
    const panel = await person.signIn();
    await turnOn(panel);
    server.clock.advance(11 * MINUTE);
    const late = await panel.post('/security/totp/disable');
    expect([late.status, late.body.error.code]).toEqual([403, 'CONFIRMATION_REQUIRED']);
    await panel.post('/sessions/confirm', { password: PASSWORD });
    expect((await panel.post('/security/totp/disable')).status).toBe(200);
    expect((await panel.get('/security')).body.data).toMatchObject({ totp: false, recovery_codes_left: 0 });
    expect((await person.open().signIn(person.email)).status).toBe(201);
    await untilMail(server.dataDir, person.email, ({ subject }) =>
      /authenticator app was turned off/.test(subject ?? ''),
    );
  });
});

describe('a recovery code', () => {
  it('signs in once, whatever its spacing and case, and the person gets a mail', async () => {
    const person = await createPerson(server, 'recovery');
    const { codes } = await turnOn(await person.signIn());
    const [first = '', second = ''] = codes;
    expect((await secondFactor(await halfWay(person), { recovery_code: first })).status).toBe(201);
    const again = await secondFactor(await halfWay(person), { recovery_code: first });
    expect([again.status, again.body.error.details?.[0]?.field]).toEqual([422, 'recovery_code']);
    const typed = second.replaceAll('-', ' ').toUpperCase();
    expect((await secondFactor(await halfWay(person), { recovery_code: typed })).status).toBe(201);
    const mail = await untilMail(server.dataDir, person.email, ({ text }) => /8 are left/.test(text ?? ''));
    expect(mail.text).not.toContain(second);
  });

  it('becomes invalid when new ones are created, and is stored only as a hash', async () => {
    const person = await createPerson(server, 'renewed');
    const panel = await person.signIn();
    const refused = await panel.post('/security/recovery-codes');
    expect([refused.status, refused.body.error.code], 'without a factor they are for nothing').toEqual([
      409,
      'CONFLICT',
    ]);
    const { codes } = await turnOn(panel);
    const renewed = await panel.post<PanelApi.RecoveryCodes>('/security/recovery-codes');
    expect((await secondFactor(await halfWay(person), { recovery_code: codes[0] })).status).toBe(422);
    const [fresh = ''] = renewed.body.data.recovery_codes;
    const rows = await server.hostler.db.read(sql<object, { hash: string }>('select hash from recovery_codes').all({}));
    expect(JSON.stringify(rows)).not.toContain(fresh);
    expect((await secondFactor(await halfWay(person), { recovery_code: fresh })).status).toBe(201);
  });

  it('of another person is refused', async () => {
    const [mine, theirs] = [await createPerson(server, 'mine'), await createPerson(server, 'theirs')];
    await turnOn(await mine.signIn());
    const { codes } = await turnOn(await theirs.signIn());
    expect((await secondFactor(await halfWay(mine), { recovery_code: codes[0] })).status).toBe(422);
    expect((await secondFactor(await halfWay(theirs), { recovery_code: codes[0] })).status).toBe(201);
  });
});

describe('the second step of a sign-in', () => {
  it('requires the password first, takes exactly one proof, and expires after ten minutes', async () => {
    const person = await createPerson(server, 'step');
    const { secret, codes } = await turnOn(await person.signIn());
    expect((await secondFactor(person.open(), { totp: '123456' })).status, 'no password').toBe(401);
    const whole = await secondFactor(await person.signIn().catch(() => person.open()), { totp: codeOf(secret) });
    expect(whole.status).toBe(401);
    const panel = await halfWay(person);
    expect((await secondFactor(panel, {})).status).toBe(422);
    expect((await secondFactor(panel, { totp: codeOf(secret), recovery_code: codes[0] })).status).toBe(422);
    server.clock.advance(11 * MINUTE);
    expect((await secondFactor(panel, { totp: codeOf(secret) })).status).toBe(401);
  });

  it('allows five attempts, then requires the password again and warns the person by mail', async () => {
    const person = await createPerson(server, 'guessed');
    const { secret } = await turnOn(await person.signIn());
    const guesser = await halfWay(person);
    for (let guess = 0; guess < 5; guess++) {
      expect((await secondFactor(guesser, { totp: codeOf(secret, 40 + guess) })).status).toBe(422);
    }
    const last = await secondFactor(guesser, { totp: codeOf(secret) });
    expect([last.status, last.body.error.message]).toEqual([401, expect.stringContaining('Too many wrong codes')]);
    await untilMail(
      server.dataDir,
      person.email,
      ({ subject }) => subject === 'Your password may be known to someone else',
    );
  });

  it('is throttled for all unknown browsers together, but not for the browser of the person', async () => {
    const person = await createPerson(server, 'attacked');
    const own = await person.signIn();
    const { secret, codes } = await turnOn(own);
    let guesser = await halfWay(person);
    let waits = 0;
    for (let wrong = 0; wrong < 16; ) {
      const { status, headers } = await secondFactor(guesser, { totp: codeOf(secret, 40) });
      if (status === 422) wrong++;
      else if (status === 401) guesser = await halfWay(person);
      else {
        waits++;
        server.clock.advance(Number(headers.get('retry-after')) * SECOND);
      }
    }
    expect(waits, 'ten are free, then each has its pause').toBeGreaterThanOrEqual(2);
    // The right code is refused too: a guess must not reveal that it was right.
    const refused = await secondFactor(await halfWay(person), { totp: codeOf(secret) });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after')), 'they grow').toBeGreaterThan(10);

    await own.post('/sessions/remove');
    expect((await own.signIn(person.email)).status).toBe(200);
    expect((await secondFactor(own, { recovery_code: codes[0] })).status).toBe(201);
  });

  it('cannot be skipped with a planted session or with the previous cookie', async () => {
    const person = await createPerson(server, 'fixed');
    const { codes } = await turnOn(await person.signIn());
    const victim = await halfWay(person);
    const planted = person.open();
    for (const [name, value] of victim.cookies) planted.cookies.set(name, value);
    expect((await secondFactor(victim, { recovery_code: codes[0] })).status).toBe(201);
    expect((await planted.get('/sessions/current')).status).toBe(401);
    expect((await secondFactor(planted, { recovery_code: codes[1] })).status).toBe(401);
  });

  it('is still required after the password was changed', async () => {
    const person = await createPerson(server, 'kept');
    const panel = await person.signIn();
    await turnOn(panel);
    const changed = { current_password: PASSWORD, password: `${PASSWORD} 2` };
    expect((await panel.post('/security/password', changed)).status).toBe(200);
    const asked = await person.open().signIn(person.email, `${PASSWORD} 2`);
    expect(asked.body.data).toMatchObject({ second_factor_required: true });
  });
});
