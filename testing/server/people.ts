import type { Authenticator, CreationOptions } from './authenticator.ts';
import { showCode } from './authenticator-app.ts';
import { openPanel, PASSWORD_HASH, type Panel } from './panel.ts';
import { TEST_ADDRESS, type TestServer } from './server.ts';

export interface TestPerson {
  readonly email: string;
  readonly accountId: number;
  /** A browser in which nobody is signed in. At localhost, because passkeys want a name. */
  open(): Panel;
  /** One in which they are, by password alone. */
  signIn(): Promise<Panel>;
}

/** Somebody with an account of their own, and a password. */
export async function createPerson(server: TestServer, name: string): Promise<TestPerson> {
  const email = `${name}@example.com`;
  const { id } = await server.operator.accounts.create({ name, email, password_hash: PASSWORD_HASH });
  await server.operator.profiles.update({ account_id: id, ...TEST_ADDRESS });
  const open = () => openPanel({ url: originOf(server) });
  return {
    email,
    accountId: id,
    open,
    async signIn() {
      const panel = open();
      const { status, body } = await panel.signIn(email);
      if (status !== 201) throw new Error(`${email} was not signed in: ${JSON.stringify(body)}`);
      return panel;
    },
  };
}

/** A new passkey in this browser's authenticator; the password must have been entered a moment ago. */
export async function addPasskey(panel: Panel, authenticator: Authenticator, name = 'Laptop') {
  const { body } = await panel.post<{ options: CreationOptions }>('/security/passkeys/options');
  const response = authenticator.create(body.data.options);
  return panel.post<{ id: number }>('/security/passkeys', { name, response });
}

/** What an authenticator app shows now, or some steps from now. */
export function codeAt({ clock }: Pick<TestServer, 'clock'>, secret: string, steps = 0): string {
  return showCode(secret, clock.now() + steps * 30_000);
}

/** Codes of an app are asked for from now on. The one that turned them on is used up, so half a minute passes. */
export async function turnOnTotp(server: TestServer, panel: Panel): Promise<{ secret: string; codes: string[] }> {
  const { body } = await panel.post<{ secret: string }>('/security/totp/begin');
  const { secret } = body.data;
  const code = codeAt(server, secret);
  const enabled = await panel.post<{ recovery_codes: string[] }>('/security/totp/enable', { code });
  if (enabled.status !== 200) throw new Error(`it was not turned on: ${enabled.body.error.message}`);
  server.clock.advance(30_000);
  return { secret, codes: enabled.body.data.recovery_codes };
}

/** Where passkeys of this server belong. */
export function originOf({ url }: Pick<TestServer, 'url'>): string {
  return url.replace('127.0.0.1', 'localhost');
}
