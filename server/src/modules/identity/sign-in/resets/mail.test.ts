import { sql } from '@hostler/database';
import { secretIn, untilMail } from '@hostler/testing/server/mail.ts';
import { openPanel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';

const MAILS = sql<{ recipient: string }, { id: number }>('select id from mails where recipient = :recipient');
const JOBS = sql<object, { id: number }>("select id from jobs where kind = 'resets.send'");
let server: TestServer;
let people: ReturnType<typeof peopleOf>;

beforeAll(async () => {
  server = await startTestServer();
  server.clock.standStill();
  people = peopleOf(server);
  return server.stop;
});

it('the mail with a reset link says that the link is valid for an hour, and the link works once', async () => {
  const { person } = await people.owner();
  const { email } = person;
  await openPanel(server).post('/security/password/forgot', { email });
  const mail = await untilMail(server.dataDir, email, ({ text = '' }) => text.includes('/reset#'));
  expect(mail.text?.replaceAll(/\s+/g, ' ')).toMatch(/\bhour\b/);
  const reset = () =>
    openPanel(server).post('/security/password/reset', { token: secretIn(mail), password: 'another horse battery' });
  server.clock.advance(59 * MINUTE);
  expect((await reset()).status).toBe(200);
  expect((await reset()).status).toBe(404);
});

it('one request for a reset link sends one mail and leaves no job', async () => {
  const { person } = await people.owner();
  await openPanel(server).post('/security/password/forgot', { email: person.email });
  await untilMail(server.dataDir, person.email, ({ text = '' }) => text.includes('/reset#'));
  await expect.poll(() => server.hostler.db.read(JOBS.all({}))).toEqual([]);
  expect(await server.hostler.db.read(MAILS.all({ recipient: person.email }))).toHaveLength(1);
});
