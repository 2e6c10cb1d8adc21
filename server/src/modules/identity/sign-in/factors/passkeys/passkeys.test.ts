import type { PanelApi } from '@hostler/testing/api-types.ts';
import {
  type Authenticator,
  type CreationOptions,
  createAuthenticator,
  type RequestOptions,
} from '@hostler/testing/server/authenticator.ts';
import { untilMail } from '@hostler/testing/server/mail.ts';
import { openPanel, type Panel } from '@hostler/testing/server/panel.ts';
import { addPasskey, createPerson, originOf, type TestPerson, turnOnTotp } from '@hostler/testing/server/people.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { PASSKEYS_PER_PERSON } from './service.ts';

let server: TestServer;
let origin: string;

beforeAll(async () => {
  server = await startTestServer();
  origin = originOf(server);
  return server.stop;
});

/** Creates a person with a passkey. */
async function createOwner(name: string, options?: { counts: boolean }) {
  const person = await createPerson(server, name);
  const panel = await person.signIn();
  const authenticator = createAuthenticator(origin, options);
  const added = await addPasskey(panel, authenticator);
  expect(added.status).toBe(201);
  return { person, panel, authenticator, passkey: added.body.data };
}

async function ask(panel: Panel, path: string): Promise<RequestOptions> {
  const { status, body } = await panel.post<{ options: RequestOptions }>(path);
  expect(status).toBe(200);
  return body.data.options;
}

/** Signs in with the passkey alone, in a new browser. */
async function signInWith(authenticator: Authenticator, changes?: Parameters<Authenticator['get']>[1]) {
  const panel = openPanel({ url: origin });
  const options = await ask(panel, '/sessions/passkey/options');
  const response = authenticator.get(options, changes);
  return { panel, response, answer: await panel.post('/sessions/passkey', { response }) };
}

async function halfWay(person: TestPerson): Promise<Panel> {
  const panel = person.open();
  expect((await panel.signIn(person.email)).status).toBe(200);
  return panel;
}

describe('a passkey', () => {
  it('signs in alone, and the password still works', async () => {
    const { person, panel, authenticator } = await createOwner('alone');
    const options = await ask(openPanel({ url: origin }), '/sessions/passkey/options');
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
    const { panel: next, answer } = await signInWith(authenticator);
    expect([answer.status, answer.body.data]).toEqual([
      201,
      expect.objectContaining({ person: expect.objectContaining({ email: person.email }) }),
    ]);
    expect((await next.post('/security/totp/begin')).status, 'it counts as confirmed').toBe(200);
    const shown = await panel.get<PanelApi.Security>('/security');
    expect(shown.body.data.passkeys).toEqual([
      expect.objectContaining({ name: 'Laptop', last_used_at: expect.any(String) }),
    ]);
    await untilMail(server.dataDir, person.email, ({ subject }) => subject === 'A passkey was added');
    expect((await person.open().signIn(person.email)).status).toBe(201);
  });

  it('can replace the code of an authenticator app, and signs in alone with an app turned on', async () => {
    const { person, panel: owner, authenticator } = await createOwner('beside', { counts: false });
    await turnOnTotp(server, owner);
    const panel = person.open();
    const asked = await panel.signIn(person.email);
    expect(asked.body.data).toEqual({ second_factor_required: true, methods: ['totp', 'recovery_code', 'passkey'] });
    const options = await ask(panel, '/sessions/second-factor/options');
    expect(options.allowCredentials).toHaveLength(1);
    const passkey = authenticator.get(options);
    expect((await panel.post('/sessions/second-factor', { passkey })).status).toBe(201);
    expect((await panel.get('/sessions/current')).status).toBe(200);
    expect((await signInWith(authenticator)).answer.status).toBe(201);
  });

  it('confirms instead of the password', async () => {
    const { panel, authenticator } = await createOwner('confirms');
    server.clock.advance(11 * MINUTE);
    expect((await panel.post('/security/totp/begin')).body.error.code).toBe('CONFIRMATION_REQUIRED');
    const passkey = authenticator.get(await ask(panel, '/sessions/confirm/options'));
    const before = panel.cookies.get('hostler_session');
    expect((await panel.post('/sessions/confirm', { passkey })).status).toBe(200);
    expect(panel.cookies.get('hostler_session')).not.toBe(before);
    expect((await panel.post('/security/totp/begin')).status).toBe(200);
    expect((await panel.post('/sessions/confirm', { passkey })).status, 'once').toBe(422);
  });

  it('can be removed, cannot sign in afterwards, and its owner gets a mail', async () => {
    const { person, panel, authenticator, passkey } = await createOwner('removed');
    const other = await (await createPerson(server, 'remover')).signIn();
    expect((await other.post('/security/passkeys/remove', { id: passkey.id })).status, "somebody else's").toBe(404);
    expect((await panel.post('/security/passkeys/remove', { id: passkey.id })).status).toBe(200);
    expect((await signInWith(authenticator)).answer.status).toBe(401);
    expect((await panel.get('/security')).body.data).toMatchObject({ passkeys: [] });
    await untilMail(server.dataDir, person.email, ({ subject }) => subject === 'A passkey was removed');
  });

  it(`is limited to ${PASSKEYS_PER_PERSON} per person`, async () => {
    const { panel, authenticator } = await createOwner('many');
    for (let have = 1; have < PASSKEYS_PER_PERSON; have++) {
      expect((await addPasskey(panel, authenticator)).status).toBe(201);
    }
    const refused = await panel.post('/security/passkeys/options');
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
  });

  it('needs a host name, and the error names the URL if the panel is opened by IP address', async () => {
    const panel = openPanel(server);
    const { status, body } = await panel.post('/sessions/passkey/options');
    expect([status, body.error.message]).toEqual([409, expect.stringContaining(`Open the panel at ${origin}`)]);
  });
});

describe('a passkey does not sign in', () => {
  it('with a response that was already used, in this or another browser', async () => {
    const { authenticator } = await createOwner('replay', { counts: false });
    const { panel, response, answer } = await signInWith(authenticator);
    expect(answer.status).toBe(201);
    expect((await panel.post('/sessions/passkey', { response })).status).toBe(401);
    const thief = openPanel({ url: origin });
    thief.cookies.set('hostler_passkey', panel.cookies.get('hostler_passkey') ?? '');
    expect((await thief.post('/sessions/passkey', { response })).status).toBe(401);
  });

  it('with a response to the challenge of another browser, or after five minutes', async () => {
    const { authenticator } = await createOwner('bound');
    const [asked, other] = [openPanel({ url: origin }), openPanel({ url: origin })];
    const response = authenticator.get(await ask(asked, '/sessions/passkey/options'));
    await ask(other, '/sessions/passkey/options');
    expect((await other.post('/sessions/passkey', { response })).status).toBe(401);
    server.clock.advance(6 * MINUTE);
    expect((await asked.post('/sessions/passkey', { response })).status).toBe(401);
  });

  it('with a response to its own challenge, or to a challenge for another purpose', async () => {
    const { panel, authenticator } = await createOwner('purpose');
    const made = await signInWith(authenticator);
    const own = authenticator.get({ challenge: Buffer.alloc(54).toString('base64url'), rpId: 'localhost' });
    expect((await made.panel.post('/sessions/passkey', { response: own })).status).toBe(401);
    const confirming = authenticator.get(await ask(panel, '/sessions/confirm/options'));
    const next = openPanel({ url: origin });
    await ask(next, '/sessions/passkey/options');
    expect((await next.post('/sessions/passkey', { response: confirming })).status).toBe(401);
  });

  it.each([
    ['for another site', { origin: 'https://evil.example.com' }],
    ['for another host', { rpId: 'evil.example.com' }],
    ['without user verification', { verified: false }],
    ['with a lower signature counter', { counter: 1 }],
    ['with the user handle of another person', { userHandle: Buffer.alloc(32).toString('base64url') }],
  ])('%s', async (_what, changes) => {
    const { authenticator } = await createOwner(`wrong-${JSON.stringify(changes).replace(/\W+/g, '-')}`.slice(0, 40));
    expect((await signInWith(authenticator)).answer.status).toBe(201);
    expect((await signInWith(authenticator, changes)).answer.status).toBe(401);
    expect((await signInWith(authenticator)).answer.status, 'and is still good').toBe(201);
  });

  it('with a signature by another key', async () => {
    const [victim, thief] = [await createOwner('victim'), await createOwner('thief')];
    const [credential, own] = [victim.authenticator.credentials[0], thief.authenticator.credentials[0]];
    if (!credential || !own) throw new Error('both have one');
    const forged = { ...credential, key: own.key, counter: 100 };
    expect((await signInWith(thief.authenticator, { credential: forged })).answer.status).toBe(401);
  });

  it('after its owner was disabled', async () => {
    const { person, authenticator } = await createOwner('disabled');
    const { body } = await (await signInWith(authenticator)).panel.get<PanelApi.CurrentSession>('/sessions/current');
    await server.operator.people.disable({ id: body.data.person.id });
    expect((await signInWith(authenticator)).answer.status).toBe(401);
    expect((await person.open().signIn(person.email)).status).toBe(401);
  });
});

describe('a passkey of another person', () => {
  it('is not accepted as a second factor or as a confirmation', async () => {
    const [mine, theirs] = [await createOwner('of-mine'), await createOwner('of-theirs')];
    await turnOnTotp(server, mine.panel);
    const panel = await halfWay(mine.person);
    const { challenge, rpId = '' } = await ask(panel, '/sessions/second-factor/options');
    const passkey = theirs.authenticator.get({ challenge, rpId });
    const refused = await panel.post('/sessions/second-factor', { passkey });
    expect([refused.status, refused.body.error.details?.[0]?.field]).toEqual([422, 'passkey']);
    expect((await panel.get('/sessions/current')).status).toBe(401);
    const toConfirm = await ask(mine.panel, '/sessions/confirm/options');
    const other = theirs.authenticator.get({ challenge: toConfirm.challenge, rpId });
    expect((await mine.panel.post('/sessions/confirm', { passkey: other })).status).toBe(422);
  });

  it('cannot be added, and a response for one session is not accepted in another', async () => {
    const { panel: mine } = await createOwner('adds');
    const theirs = await (await createPerson(server, 'steals')).signIn();
    const authenticator = createAuthenticator(origin);
    const { body } = await mine.post<{ options: CreationOptions }>('/security/passkeys/options');
    const response = authenticator.create(body.data.options);
    expect((await theirs.post('/security/passkeys', { name: 'Theirs', response })).status).toBe(422);
    expect((await mine.post('/security/passkeys', { name: 'Mine', response })).status).toBe(201);
    expect((await mine.post('/security/passkeys', { name: 'Again', response })).status).toBe(422);
    const foreign = authenticator.create(body.data.options, { origin: 'https://evil.example.com' });
    expect((await mine.post('/security/passkeys', { name: 'Foreign', response: foreign })).status).toBe(422);
  });

  it('and malformed responses are refused', async () => {
    const panel = openPanel({ url: origin });
    await ask(panel, '/sessions/passkey/options');
    const nonsense = { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' };
    const response = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {}, response: nonsense };
    expect((await panel.post('/sessions/passkey', { response })).status).toBe(401);
    expect((await panel.post('/sessions/passkey', { response: { id: 1 } })).status).toBe(422);
    expect((await panel.post('/sessions/passkey', { response: { ...response, id: 'A'.repeat(50_000) } })).status).toBe(
      422,
    );
  });
});
