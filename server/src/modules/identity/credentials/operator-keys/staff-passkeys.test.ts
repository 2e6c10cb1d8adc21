import { sql } from '@hostler/database';
import { type Authenticator, createAuthenticator, type RequestOptions } from '@hostler/testing/server/authenticator.ts';
import { openPanel, PASSWORD, PASSWORD_HASH, type Panel } from '@hostler/testing/server/panel.ts';
import { addPasskey, codeAt, originOf, turnOnTotp } from '@hostler/testing/server/people.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';

let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

beforeEach(() => server.clock.advance(MINUTE));

const open = () => openPanel({ url: originOf(server) });
const statusOf = async (panel: Panel) => (await panel.get('/me', { prefix: '/operator/api/v1' })).status;

/** Creates a staff member with a passkey and a session by password. */
async function createStaff() {
  const email = `passkey${++count}@example.com`;
  const { id } = await server.operator.people.createStaff({ email, role: 'owner', password_hash: PASSWORD_HASH });
  const byPassword = open();
  expect((await byPassword.signIn(email)).status).toBe(201);
  const authenticator = createAuthenticator(originOf(server));
  const added = await addPasskey(byPassword, authenticator);
  expect(added.status).toBe(201);
  return { id: id ?? 0, email, byPassword, authenticator, passkeyId: added.body.data.id };
}

const ask = async (panel: Panel, path: string) =>
  (await panel.post<{ options: RequestOptions }>(path)).body.data.options;

async function signInWith(authenticator: Authenticator, changes?: Parameters<Authenticator['get']>[1]) {
  const panel = open();
  const response = authenticator.get(await ask(panel, '/sessions/passkey/options'), changes);
  return { panel, status: (await panel.post('/sessions/passkey', { response })).status };
}

async function confirmWith(authenticator: Authenticator, panel: Panel) {
  const passkey = authenticator.get(await ask(panel, '/sessions/confirm/options'));
  return (await panel.post('/sessions/confirm', { passkey })).status;
}

describe('staff with a passkey and without an authenticator app', () => {
  it('reach the operator API after a sign-in with the passkey, but not with the password', async () => {
    const { email, byPassword, authenticator } = await createStaff();
    expect(await statusOf(byPassword)).toBe(403);
    const { panel, status } = await signInWith(authenticator);
    expect([status, await statusOf(panel)]).toEqual([201, 200]);
    const later = open();
    expect((await later.signIn(email)).status).toBe(201);
    expect(await statusOf(later)).toBe(403);
    expect(await statusOf(panel)).toBe(200);
  });

  it('need the verification of the user by the passkey', async () => {
    const { authenticator } = await createStaff();
    expect((await signInWith(authenticator, { verified: false })).status).not.toBe(201);
  });

  it('raise a session by confirming with the passkey, not with the password', async () => {
    const { byPassword, authenticator } = await createStaff();
    expect((await byPassword.post('/sessions/confirm', { password: PASSWORD })).status).toBe(200);
    expect(await statusOf(byPassword)).toBe(403);
    const before = new Map(byPassword.cookies);
    expect(await confirmWith(authenticator, byPassword)).toBe(200);
    expect(await statusOf(byPassword)).toBe(200);
    // The previous cookie keeps the previous rights for its last seconds.
    const previous = open();
    for (const [name, value] of before) previous.cookies.set(name, value);
    expect(await statusOf(previous)).toBe(403);
    expect((await byPassword.post('/sessions/confirm', { password: PASSWORD })).status).toBe(200);
    expect(await statusOf(byPassword)).toBe(200);
  });

  it('cannot change factors in a session by password, which would make the password enough', async () => {
    const { byPassword, authenticator, passkeyId } = await createStaff();
    const attempts = [
      byPassword.post('/security/totp/begin'),
      addPasskey(byPassword, createAuthenticator(originOf(server)), 'Other'),
      byPassword.post('/security/passkeys/remove', { id: passkeyId }),
    ];
    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body.error.reason]).toEqual([403, 'own_factor_needed']);
    }
    expect(await confirmWith(authenticator, byPassword)).toBe(200);
    expect((await byPassword.post('/security/passkeys/remove', { id: passkeyId })).status).toBe(200);
    // Nothing protects the access any more.
    expect(await statusOf(byPassword)).toBe(403);
  });
});

it('a lost passkey of staff can be lifted', async () => {
  const { email, id } = await createStaff();
  const lifted = server.run('person lift-factor', '--id', id, '--reason', 'The laptop was stolen', '--by', email);
  expect(await lifted).toMatchObject({ effective_at: expect.any(String) });
});

describe('staff with an authenticator app', () => {
  it('reach the operator API with password and code, and in the session that turned it on', async () => {
    const email = `app${++count}@example.com`;
    await server.operator.people.createStaff({ email, role: 'owner', password_hash: PASSWORD_HASH });
    const panel = open();
    await panel.signIn(email);
    expect(await statusOf(panel)).toBe(403);
    const { secret } = await turnOnTotp(server, panel);
    expect(await statusOf(panel)).toBe(200);
    const next = open();
    expect((await next.signIn(email)).status).toBe(200);
    expect((await next.post('/sessions/second-factor', { totp: codeAt(server, secret) })).status).toBe(201);
    expect(await statusOf(next)).toBe(200);
  });

  it('do not reach it in a session by password from before they were staff', async () => {
    const email = `promoted${++count}@example.com`;
    await server.operator.accounts.create({ name: 'Promoted', email, password_hash: PASSWORD_HASH });
    const [old, current] = [open(), open()];
    await old.signIn(email);
    await current.signIn(email);
    await turnOnTotp(server, current);
    const promote = sql<{ email: string }>(`update persons set staff_role = 'owner' where email = :email`);
    await server.hostler.db.write(() => promote.run({ email }));
    await expect.poll(() => statusOf(current)).toBe(200);
    expect(await statusOf(old)).toBe(403);
  });
});
