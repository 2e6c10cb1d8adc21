import { refusal, startMailServer } from '@hostler/testing/receivers/mail-server.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { callOperatorApi } from '@hostler/testing/server/staff.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE } from '../time.ts';
import { createMailer, type NewMail } from './mailer.ts';
import type { SentMail, SentMailText } from './schemas.ts';

let server: TestServer;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let rejects = false;
let count = 0;
const keys = new Map<string, string>();

beforeAll(async () => {
  mailServer = await startMailServer({ onRecipient: () => (rejects ? refusal(550, 'No such mailbox') : undefined) });
  server = await startTestServer({
    env: { HOSTLER_SMTP_URL: mailServer.url, HOSTLER_MAIL_FROM: 'no-reply@example.com' },
  });
  server.clock.standStill();
  for (const role of ['owner', 'support', 'technician']) {
    keys.set(role, (await server.operator.operatorKeys.create({ name: role, role })).key);
  }
});
afterAll(async () => {
  await server.stop();
  await mailServer.close();
});

const call = <T>(method: 'GET' | 'POST', path: string, role = 'owner') =>
  callOperatorApi<T>(server, method, path, { 'x-api-key': keys.get(role) ?? '' });
const show = async (id: number) => (await call<SentMailText>('GET', `/mails/show?id=${id}`)).body.data;
const resend = (id: number) => call<SentMail>('POST', `/mails/resend?id=${id}`);

/** Queues a mail and waits for its end. */
async function send(mail: Partial<NewMail> = {}): Promise<SentMail> {
  const to = `log${++count}@example.com`;
  const mailer = createMailer({ vault: server.hostler.vault, from: { name: 'X', address: 'no-reply@example.com' } });
  const letter = { subject: 'Your invoice', paragraphs: ['Thank you.'] };
  const now = server.clock.now();
  await server.hostler.db.write(() =>
    mailer.queue({ kind: 'invoice', cause: `invoice ${count}`, to, letter, nature: 'notice', now, ...mail }),
  );
  return until(async () => {
    const [found] = (await call<SentMail[]>('GET', `/mails?search=${to}`)).body.data;
    return found?.ended_at ? found : undefined;
  });
}

it('lists a mail with the response of the server, and shows its text', async () => {
  const { id: account_id } = await server.createAccount();
  const mail = await send({ accountId: account_id });
  expect(mail).toMatchObject({ account_id, subject: 'Your invoice', kind: 'invoice', status: 'sent', attempts: 1 });
  expect(mail).toMatchObject({ response: expect.stringMatching(/^250 /), resendable: true });
  expect((await show(mail.id)).text).toContain('Thank you.');
  for (const filter of [`account=${account_id}`, `cause=${encodeURIComponent(mail.cause ?? '')}`, 'search=log1@']) {
    const { body } = await call<SentMail[]>('GET', `/mails?${filter}&kind=invoice&status=sent`);
    expect(body.data.map(({ id }) => id)).toEqual([mail.id]);
  }
  expect((await call('GET', '/mails', 'technician')).status).toBe(403);
});

it('resends a mail once, as a copy', async () => {
  const mail = await send();
  const before = mailServer.mails.length;
  const answers = await Promise.all([resend(mail.id), resend(mail.id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const copy = answers.find(({ status }) => status === 200)?.body.data;
  expect(copy).toMatchObject({ status: 'waiting', resent_of: mail.id, recipient: mail.recipient });
  await until(async () => mailServer.mails.length > before);
  await until(async () => (await show(copy?.id ?? 0)).status === 'sent');
  expect((await resend(mail.id)).body.error.message).toContain(`resent as mail ${copy?.id}`);
  server.clock.advance(2 * MINUTE);
  expect((await resend(mail.id)).status).toBe(200);
});

it('deletes the secret of an access link, and refuses to resend the mail', async () => {
  const action = { label: 'Accept', url: 'https://panel.example.com/invitation#the-secret' };
  const letter = { subject: 'Invitation', paragraphs: ['Welcome.'], action };
  const mail = await send({ kind: 'invitation', nature: 'asked', letter });
  expect(mail.resendable).toBe(false);
  const { text } = await show(mail.id);
  expect(text).toContain('https://panel.example.com/invitation#…');
  expect(JSON.stringify(await call('GET', '/mails'))).not.toContain('the-secret');
  const refused = await resend(mail.id);
  expect(refused.status).toBe(409);
  expect(refused.body.error.message).toContain('Send a new invitation');
});

it('sends a mail again that was given up', async () => {
  rejects = true;
  const mail = await send();
  expect(mail).toMatchObject({ status: 'given_up', response: expect.stringContaining('550') });
  rejects = false;
  const answers = await Promise.all([resend(mail.id), resend(mail.id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await until(async () => (await show(mail.id)).status === 'sent');
});

it('hides mail to staff from support', async () => {
  const mail = await send({ kind: 'payments-unmatched', isToStaff: true });
  expect((await call('GET', `/mails/show?id=${mail.id}`)).status).toBe(200);
  expect((await call('GET', `/mails/show?id=${mail.id}`, 'support')).status).toBe(404);
  const { body } = await call<SentMail[]>('GET', `/mails?search=${mail.recipient}`, 'support');
  expect([body.data, body.meta.total]).toEqual([[], 0]);
});
