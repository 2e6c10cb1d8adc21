import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiData, ApiPath, Mailbox } from '../../testing/api-types.ts';
import { verifyDkim } from '../../testing/engines/dkim.ts';
import { readInbox, signIn, submit } from '../../testing/engines/mail-client.ts';
import { startTestServer, type TestServer } from '../../testing/server/server.ts';
import { type MailAccess, parseMailUrl } from '../../testing/services/mail.ts';
import { type PowerDnsAccess, parsePowerDnsUrl } from '../../testing/services/powerdns.ts';
import { dig } from '../../testing/services/powerdns-instance.ts';
import { until } from '../../testing/until.ts';

const { HOSTLER_TEST_MAIL_URL: mailUrl, HOSTLER_TEST_POWERDNS_URL: dnsUrl } = process.env;

describe.skipIf(!mailUrl || !dnsUrl)('e-mail on Dovecot, Postfix and PowerDNS', () => {
  let mail: MailAccess;
  let dns: PowerDnsAccess;
  let dir: string;
  let server: TestServer;
  let key: string;

  beforeAll(async () => {
    mail = parseMailUrl(mailUrl ?? '');
    dns = parsePowerDnsUrl(dnsUrl ?? '');
    dir = await shareMaps(mail);
    server = await startTestServer({
      env: {
        HOSTLER_DNS_ENGINE: 'powerdns',
        HOSTLER_POWERDNS_URL: dns.url,
        HOSTLER_POWERDNS_KEY: dns.key,
        HOSTLER_POWERDNS_NAMESERVER: dns.nameServer,
        HOSTLER_DNS_RESOLVERS: dns.nameServer,
        HOSTLER_NAMESERVERS: 'ns1.host.test,ns2.host.test',
        HOSTLER_MAIL_ENGINE: 'dovecot-postfix',
        HOSTLER_MAIL_HOST: mail.host,
        HOSTLER_MAIL_DIR: dir,
        HOSTLER_MAIL_IMAP_ADDRESS: `${mail.imap.host}:${mail.imap.port}`,
        HOSTLER_MAIL_SMTP_ADDRESS: `${mail.submission.host}:${mail.submission.port}`,
      },
    });
    key = (await server.createAccount()).live;
  });
  afterAll(async () => {
    await server?.stop();
    await rm(dir, { recursive: true });
  });

  const post = async <P extends ApiPath<'POST'>>(path: P, body: object): Promise<ApiData<'POST', P>> => {
    const answer = await server.post(path, key, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  };
  const showDomain = async (id: number) => {
    const { body } = await server.get('/emails/domains', key);
    return body.data.find(({ domain_id }) => domain_id === id);
  };
  const canSignIn = async ({ address }: Mailbox, password: string) =>
    signIn(mail, address, password).then(
      (session) => {
        session.close();
        return true;
      },
      () => false,
    );

  it('is delivered between mailboxes of a domain whose mail records are in the DNS, signed with DKIM', async () => {
    const name = `mail-${randomUUID().slice(0, 8)}.test`;
    const { id } = await post('/domains', { domain: name });
    await server.until(`/domains/show?id=${id}`, key, ({ dns_status }) => dns_status === 'ok');
    const ann = await post('/emails', { address: `ann@${name}`, aliases: [`sales@${name}`] });
    const jo = await post('/emails', { address: `jo@${name}`, password: 'correct horse battery' });
    await until(async () => {
      const domain = await showDomain(id);
      if (domain?.status === 'active') return true;
      await server.post('/emails/domains/verify', key, { domain_id: id });
      return false;
    });
    const annsPassword = ann.password ?? '';
    await until(() => canSignIn(jo, 'correct horse battery'));

    await until(() =>
      submit(mail, ann.address, { from: `sales@${name}`, to: jo.address, subject: 'Lunch?' }, annsPassword).then(
        () => true,
        () => false,
      ),
    );
    const [raw = ''] = await readInbox(mail, jo.address, 1, '', 'correct horse battery');
    const [record = ''] = await dig(dns, `hostler._domainkey.${name}`, 'TXT');
    const published = /p=([\w+/=]+)/.exec(record.replace(/" "|"/g, ''))?.[1] ?? '';
    expect(verifyDkim(raw, Buffer.from(published, 'base64'))).toEqual({
      domain: name,
      selector: 'hostler',
      valid: true,
    });

    const session = await signIn(mail, jo.address, 'correct horse battery');
    await session.ask('SELECT INBOX');
    await session.ask('FETCH 1 (FLAGS BODY.PEEK[HEADER.FIELDS (FROM TO SUBJECT DKIM-SIGNATURE)] BODY.PEEK[TEXT])');
    await session.ask('GETQUOTAROOT INBOX');
    session.close();
    // Set this variable to print the transcript.
    const transcript = process.env.HOSTLER_TEST_TRANSCRIPT;
    if (transcript) await writeFile(transcript, `${session.transcript.join('\n')}\n`);

    await post('/emails/update', { id: jo.id, status: 'suspended' });
    await until(async () => !(await canSignIn(jo, 'correct horse battery')));
    await post('/emails/remove', { id: ann.id });
    await until(async () => !(await canSignIn(ann, annsPassword)));
  });
});

/** Shares the folder of the mail server except for the policy socket, which another test may use. */
async function shareMaps({ dir }: MailAccess): Promise<string> {
  const own = await mkdtemp(join(tmpdir(), 'hostler-mail-'));
  await mkdir(join(own, 'maps'));
  for (const file of ['maps/mail.db', 'mailboxes', 'doveadm']) await symlink(join(dir, file), join(own, file));
  return own;
}
