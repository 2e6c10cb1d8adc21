import { sql } from '@hostler/database';
import { createAuthenticator } from '@hostler/testing/server/authenticator.ts';
import { secretIn, untilMail } from '@hostler/testing/server/mail.ts';
import { openPanel, PASSWORD, PASSWORD_HASH } from '@hostler/testing/server/panel.ts';
import { addPasskey, createPerson, originOf, turnOnTotp } from '@hostler/testing/server/people.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import type { Email } from 'postal-mime';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_PUBLIC_URL: '' } });
  return server.stop;
});

const COUNT = sql<{ email: string }, { count: number }>(
  `select count(*) as count from mails where recipient = :email and kind = 'sign-in'`,
);
const countMails = (email: string) => COUNT.one({ email });
const about = (subject: string) => (mail: Email) => mail.subject === subject;
const mailTo = (address: string, subject: string) => untilMail(server.dataDir, address, about(subject));
const idOf = async (email: string) => (await server.operator.people.list()).find((one) => one.email === email)?.id ?? 0;

describe('a new password', () => {
  it('ends the other sessions, gives this browser a new cookie, and sends a mail', async () => {
    const person = await createPerson(server, 'password');
    const [panel, other] = [await person.signIn(), await person.signIn()];
    const change = (current_password: string, password: string) =>
      panel.post('/security/password', { current_password, password });
    const wrong = await change('not the password', `${PASSWORD}!`);
    expect([wrong.status, wrong.body.error.details]).toEqual([
      422,
      [{ field: 'current_password', message: 'is wrong.', reason: 'wrong_password' }],
    ]);
    expect((await change(PASSWORD, 'short')).body.error.details?.[0]?.field).toBe('password');
    expect((await change(PASSWORD, PASSWORD)).status).toBe(422);
    const before = panel.cookies.get('hostler_session');
    expect((await change(PASSWORD, `${PASSWORD}!`)).status).toBe(200);
    expect(panel.cookies.get('hostler_session')).not.toBe(before);
    expect((await panel.get('/security')).status).toBe(200);
    await expect.poll(async () => (await other.get('/security')).status).toBe(401);
    expect((await person.open().signIn(person.email)).status).toBe(401);
    expect((await person.open().signIn(person.email, `${PASSWORD}!`)).status).toBe(201);
    const mail = await mailTo(person.email, 'Your password was changed');
    expect(mail.text).toContain('127.0.0.1');
    expect(mail.text).not.toContain(PASSWORD);
  });
});

describe('a session that has just ended', () => {
  it('cannot change the password, even while it is still cached', async () => {
    const person = await createPerson(server, 'ended');
    const [panel, other] = [await person.signIn(), await person.signIn()];
    const change = { current_password: PASSWORD, password: `${PASSWORD} of a thief` };
    expect((await panel.get('/security')).status).toBe(200);
    await other.post('/sessions/remove', { all: true });
    expect((await panel.post('/security/password', change)).status).toBe(401);
    expect((await person.open().signIn(person.email)).status).toBe(201);
  });
});

describe('the name of a person', () => {
  it('is changed without a confirmation', async () => {
    const panel = await (await createPerson(server, 'named')).signIn();
    expect((await panel.post('/security/profile', { name: 'Jo <b>Doe</b>' })).body.data).toMatchObject({
      name: 'Jo <b>Doe</b>',
    });
    expect((await panel.get('/security')).body.data).toMatchObject({ name: 'Jo <b>Doe</b>', passkeys: [] });
    expect((await panel.post('/security/profile', { name: 'two\nlines' })).status).toBe(422);
  });
});

describe('a sign-in', () => {
  it('in a new browser sends a mail; the next one in that browser does not', async () => {
    const person = await createPerson(server, 'device');
    server.clock.advance(2 * MINUTE);
    const panel = await person.signIn();
    const mail = await mailTo(person.email, 'A new sign-in to your account');
    await panel.post('/sessions/remove');
    expect((await panel.signIn(person.email)).status).toBe(201);
    const other = await person.signIn();
    await other.post('/security/totp/begin');
    const isLater = ({ messageId, subject }: Email) =>
      messageId !== mail.messageId && about('A new sign-in to your account')({ subject } as Email);
    await untilMail(server.dataDir, person.email, isLater);
    const sent = await server.hostler.db.read(countMails(person.email));
    expect(sent?.count, 'two browsers, two mails').toBe(2);
  });
});

describe('a new e-mail address', () => {
  it('is used once it is confirmed; the old address gets a mail and can undo the change', async () => {
    const person = await createPerson(server, 'old');
    const panel = await person.signIn();
    const asked = await panel.post('/security/email', { email: 'New@Example.org' });
    expect(asked.body.data).toEqual({ pending_email: 'new@example.org' });
    expect((await panel.get('/security')).body.data).toMatchObject({
      email: person.email,
      pending_email: 'new@example.org',
    });
    await mailTo(person.email, 'A change of your e-mail address was requested');
    const token = secretIn(await mailTo('new@example.org', 'Confirm your new e-mail address'));
    const anybody = person.open();
    expect((await anybody.post('/security/email/confirm', { token: `${token}x` })).status).toBe(404);
    expect((await anybody.post('/security/email/confirm', { token })).status).toBe(200);
    expect((await anybody.post('/security/email/confirm', { token })).status, 'once').toBe(404);
    expect((await person.open().signIn(person.email)).status).toBe(401);
    expect((await person.open().signIn('new@example.org')).status).toBe(201);
    expect((await panel.get('/security')).body.data).toMatchObject({ email: 'new@example.org', pending_email: null });

    const undo = secretIn(await mailTo(person.email, 'Your e-mail address was changed'));
    server.clock.advance(71 * HOUR);
    await anybody.post('/security/password/forgot', { email: 'new@example.org' });
    const reset = secretIn(await mailTo('new@example.org', 'Choose a new password'));
    expect((await anybody.post('/security/email/undo', { token: undo })).status).toBe(200);
    const stolen = await anybody.post('/security/password/reset', { token: reset, password: `${PASSWORD} of a thief` });
    expect(stolen.status, 'a link that went to the new address').toBe(404);
    expect((await anybody.post('/security/email/undo', { token: undo })).status).toBe(404);
    await expect.poll(async () => (await panel.get('/security')).status).toBe(401);
    expect((await person.open().signIn(person.email)).status).toBe(201);
    await mailTo(person.email, 'The change of your e-mail address was undone');
  });

  it('cannot be confirmed after a day or undone after three days', async () => {
    const person = await createPerson(server, 'late');
    const panel = await person.signIn();
    await panel.post('/security/email', { email: 'late@example.org' });
    const first = secretIn(await mailTo('late@example.org', 'Confirm your new e-mail address'));
    server.clock.advance(25 * HOUR);
    expect((await panel.post('/security/email/confirm', { token: first })).status).toBe(404);
    await panel.post('/sessions/confirm', { password: PASSWORD });
    await panel.post('/security/email', { email: 'later@example.org' });
    const second = secretIn(await mailTo('later@example.org', 'Confirm your new e-mail address'));
    expect((await panel.post('/security/email/confirm', { token: second })).status).toBe(200);
    const undo = secretIn(await mailTo(person.email, 'Your e-mail address was changed'));
    server.clock.advance(73 * HOUR);
    expect((await panel.post('/security/email/undo', { token: undo })).status).toBe(404);
  });

  it('cannot be confirmed after the password was changed or reset', async () => {
    const person = await createPerson(server, 'robbed');
    const panel = await person.signIn();
    const ask = async (email: string) => {
      expect((await panel.post('/security/email', { email })).status).toBe(200);
      return secretIn(await mailTo(email, 'Confirm your new e-mail address'));
    };
    const confirm = async (token: string) => (await person.open().post('/security/email/confirm', { token })).status;
    const first = await ask('thief@example.org');
    await panel.post('/security/password', { current_password: PASSWORD, password: `${PASSWORD}!` });
    expect(await confirm(first)).toBe(404);
    const second = await ask('thief@example.net');
    await panel.post('/security/password/forgot', { email: person.email });
    const token = secretIn(await mailTo(person.email, 'Choose a new password'));
    expect((await panel.post('/security/password/reset', { token, password: PASSWORD })).status).toBe(200);
    expect(await confirm(second)).toBe(404);
  });

  it('that is already in use gets the same response, and only its owner gets a mail', async () => {
    const [person, owner] = [await createPerson(server, 'wants'), await createPerson(server, 'owns')];
    const panel = await person.signIn();
    const answer = await panel.post('/security/email', { email: owner.email });
    expect([answer.status, answer.body.data]).toEqual([200, { pending_email: owner.email }]);
    const mail = await mailTo(owner.email, 'A request to use your e-mail address');
    expect(mail.text).not.toContain('#');
    expect((await person.open().signIn(owner.email)).status).toBe(201);
  });

  it('that another person took meanwhile can be neither confirmed nor restored', async () => {
    const [person, other] = [await createPerson(server, 'slow'), await createPerson(server, 'quick')];
    const [panel, quick] = [await person.signIn(), await other.signIn()];
    for (const each of [panel, quick]) await each.post('/security/email', { email: 'both@example.org' });
    const isFor = (name: string) => (mail: Email) => mail.text?.includes(`Hello ${name},`) ?? false;
    const tokens = await Promise.all(
      ['quick', 'slow'].map(async (name) => secretIn(await untilMail(server.dataDir, 'both@example.org', isFor(name)))),
    );
    const confirm = (token?: string) => panel.post('/security/email/confirm', { token });
    expect((await confirm(tokens[0])).status).toBe(200);
    const late = await confirm(tokens[1]);
    expect([late.status, late.body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await person.open().signIn(person.email)).status).toBe(201);

    const undo = secretIn(await mailTo(other.email, 'Your e-mail address was changed'));
    await createPerson(server, 'quick');
    expect((await panel.post('/security/email/undo', { token: undo })).status).toBe(409);
    expect((await person.open().signIn('both@example.org')).status).toBe(201);
  });

  it('replaces the previous request, whose link becomes invalid, and is limited per hour', async () => {
    const panel = await (await createPerson(server, 'often')).signIn();
    const ask = (email: string) => panel.post('/security/email', { email });
    await ask('first@example.net');
    const void_ = secretIn(await mailTo('first@example.net', 'Confirm your new e-mail address'));
    for (let asked = 0; asked < 5; asked++) expect((await ask(`second+${asked}@example.net`)).status).toBe(200);
    const refused = await ask('second@example.net');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect((await panel.post('/security/email/confirm', { token: void_ })).status).toBe(404);
    expect((await ask('often@example.com')).body.error.details?.[0]?.message).toBe(
      'is your current address. Enter a new one.',
    );
    expect((await ask('no address')).status).toBe(422);
  });

  it('is confirmed by a link to the URL of the server, whatever host the request names', async () => {
    const panel = await (await createPerson(server, 'host')).signIn();
    await panel.post(
      '/security/email',
      { email: 'host@example.org' },
      { headers: { 'x-forwarded-host': 'evil.example.com' } },
    );
    const mail = await mailTo('host@example.org', 'Confirm your new e-mail address');
    expect(mail.text).toContain(`${server.url}/confirm-email#`);
  });
});

describe('a lost second factor', () => {
  const setUp = async (name: string) => {
    const person = await createPerson(server, name);
    const authenticator = createAuthenticator(originOf(server));
    const panel = await person.signIn();
    await addPasskey(panel, authenticator);
    await turnOnTotp(server, panel);
    return { person, panel, authenticator, id: await idOf(person.email) };
  };
  const removal = (
    id: number,
    by = 'boss@example.com',
    reason = 'Lost the phone; called back on the number we have.',
  ) => server.run('person lift-factor', '--id', id, '--reason', reason, '--by', by);

  beforeAll(async () => {
    await server.operator.people.createStaff({
      email: 'boss@example.com',
      role: 'owner',
      password_hash: PASSWORD_HASH,
    });
    await server.operator.people.createStaff({
      email: 'helper@example.com',
      role: 'support',
      password_hash: PASSWORD_HASH,
    });
  });

  it('is removed a day after a staff owner gave a reason, and the person gets two mails', async () => {
    const { person, id } = await setUp('lost');
    await removal(id);
    const mail = await mailTo(person.email, 'Your second factor will be removed');
    expect(mail.text).toContain('Lost the phone');
    await expect(removal(id)).rejects.toThrow(/already/);
    server.clock.advance(23 * HOUR);
    await server.runUpkeep('security.lift-factors');
    expect((await person.open().signIn(person.email)).status).toBe(200);
    server.clock.advance(HOUR + MINUTE);
    await server.runUpkeep('security.lift-factors');
    expect((await person.open().signIn(person.email)).status).toBe(201);
    await mailTo(person.email, 'Your second factor was removed');
  });

  it('is not removed if the person signs in with it before', async () => {
    const { person, id, authenticator } = await setUp('objects');
    await removal(id);
    const panel = openPanel({ url: originOf(server) });
    const { body } = await panel.post<{ options: { challenge: string; rpId: string } }>('/sessions/passkey/options');
    expect((await panel.post('/sessions/passkey', { response: authenticator.get(body.data.options) })).status).toBe(
      201,
    );
    await mailTo(person.email, 'Your second factor is not removed');
    server.clock.advance(2 * DAY);
    await server.runUpkeep('security.lift-factors');
    expect((await person.open().signIn(person.email)).status).toBe(200);
  });

  it('has its removal announced to the previous address, too', async () => {
    const { person, panel, id } = await setUp('moved');
    await panel.post('/security/email', { email: 'moved@example.org' });
    const token = secretIn(await mailTo('moved@example.org', 'Confirm your new e-mail address'));
    expect((await panel.post('/security/email/confirm', { token })).status).toBe(200);
    await removal(id);
    await mailTo(person.email, 'Your second factor will be removed');
    await mailTo('moved@example.org', 'Your second factor will be removed');
  });

  it('cannot be removed by other staff, without a reason, or if the person has none', async () => {
    const { id } = await setUp('guarded');
    await expect(removal(id, 'helper@example.com')).rejects.toThrow(/role owner/);
    await expect(removal(id, 'guarded@example.com')).rejects.toThrow(/role owner/);
    await expect(removal(id, undefined, 'lost it')).rejects.toMatchObject({ details: [{ field: '--reason' }] });
    await createPerson(server, 'plain');
    await expect(removal(await idOf('plain@example.com'))).rejects.toThrow(/no second factor/);
    await expect(removal(999_999)).rejects.toThrow(/not found/);
  });
});
