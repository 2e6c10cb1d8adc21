import { secretIn, untilMail } from '@hostler/testing/server/mail.ts';
import { openPanel, PASSWORD, type Panel } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, expect, it } from 'vitest';

const address = { street: 'Hauptstraße 1', postal_code: '10115', city: 'Berlin', country: 'DE' };
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_SIGNUP: 'open', HOSTLER_SIGNUP_CHECK: 'off' } });
  server.clock.standStill();
  return server.stop;
});

const signUp = (panel: Panel, email: string, password = PASSWORD) =>
  panel.post('/sign-up', { name: 'Jo Doe', kind: 'consumer', address, email, password });
const linkTo = async (email: string) =>
  secretIn(await untilMail(server.dataDir, email, ({ text = '' }) => text.includes('/sign-up/confirm#')));

it('a browser that signed up itself still needs the password to confirm the sign-up of another browser', async () => {
  const [attacker, victim] = [openPanel(server), openPanel(server)];
  await signUp(attacker, 'victim@example.com', 'chosen by the attacker');
  await signUp(victim, 'other@example.com');
  const token = await linkTo('victim@example.com');
  const refused = await victim.post('/sign-up/confirm', { token });
  expect(refused.status).toBe(422);
  expect(refused.body.error.details).toMatchObject([{ field: 'password' }]);
  const wrong = await victim.post('/sign-up/confirm', { token, password: PASSWORD });
  expect(wrong.body.error.details).toEqual([{ field: 'password', message: 'is wrong.', reason: 'wrong_password' }]);
  expect((await victim.get('/sessions/current')).status).toBe(401);
  const own = await victim.post('/sign-up/confirm', { token: await linkTo('other@example.com') });
  expect(own.status).toBe(201);
});
