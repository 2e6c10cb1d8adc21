import type { PanelApi } from '../api-types.ts';
import type { Authenticator, CreationOptions } from './authenticator.ts';
import { showCode } from './authenticator-app.ts';
import { openPanel, PASSWORD_HASH, type Panel } from './panel.ts';
import { TEST_ADDRESS, type TestServer } from './server.ts';

export interface TestPerson {
  readonly email: string;
  readonly accountId: number;
  /** Opens a browser without a session. Uses localhost, because passkeys require a name. */
  open(): Panel;
  /** Opens a browser with a session, by password only. */
  signIn(): Promise<Panel>;
}

/** Creates a person with their own account and a password. */
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

/** Adds a passkey of this authenticator; the password must have been entered recently. */
export async function addPasskey(panel: Panel, authenticator: Authenticator, name = 'Laptop') {
  const { body } = await panel.post<{ options: CreationOptions }>('/security/passkeys/options');
  const response = authenticator.create(body.data.options);
  return panel.post<PanelApi.NewPasskey>('/security/passkeys', { name, response });
}

/** Returns the code of an authenticator app now, or some steps later. */
export function codeAt({ clock }: Pick<TestServer, 'clock'>, secret: string, steps = 0): string {
  return showCode(secret, clock.now() + steps * 30_000);
}

/** Enables codes of an app. The code used for it is consumed, so half a minute passes. */
export async function turnOnTotp(server: TestServer, panel: Panel): Promise<{ secret: string; codes: string[] }> {
  const { body } = await panel.post<PanelApi.TotpSecret>('/security/totp/begin');
  const { secret } = body.data;
  const code = codeAt(server, secret);
  const enabled = await panel.post<PanelApi.RecoveryCodes>('/security/totp/enable', { code });
  if (enabled.status !== 200) throw new Error(`it was not turned on: ${enabled.body.error.message}`);
  server.clock.advance(30_000);
  return { secret, codes: enabled.body.data.recovery_codes };
}

/** Returns the passkey origin of this server. */
export function originOf({ url }: Pick<TestServer, 'url'>): string {
  return url.replace('127.0.0.1', 'localhost');
}
