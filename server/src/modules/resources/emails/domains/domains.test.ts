import { join } from 'node:path';
import { startTextServer, type TextServer } from '@hostler/testing/receivers/text-server.ts';
import { untilMail } from '@hostler/testing/server/mail.ts';
import { PASSWORD_HASH } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailDomain as OnEngine } from '#engines/mail/driver.ts';
import { openRecordFolder } from '#engines/simulation/record-folder.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import type { Domain } from '../../domains/schemas.ts';
import type { MailDomain } from './schemas.ts';

let dns: TextServer;
let server: TestServer;
let account: { id: number; live: string; test: string };
const OWNER = 'owner@example.com';

beforeAll(async () => {
  dns = await startTextServer();
  const env = {
    HOSTLER_DOMAIN_PROOF: 'txt',
    HOSTLER_DNS_RESOLVERS: dns.address,
    HOSTLER_NAMESERVERS: 'ns1.host.test,ns2.host.test',
    HOSTLER_MAIL_HOST: 'mail.host.test',
    HOSTLER_PUBLIC_URL: 'https://panel.host.test',
  };
  // Run by hand: a check before the record exists postpones the next one, and the clock stands still.
  server = await startTestServer({ env, byHand: ['domains.prove-claims'] });
  // Keeps the pause of ten seconds between two checks independent of the speed of the machine.
  server.clock.standStill();
  const { id } = await server.operator.accounts.create({ name: 'A', email: OWNER, password_hash: PASSWORD_HASH });
  const key = async (environment: 'live' | 'test') => (await server.createKey(id, environment)).key;
  account = { id, live: await key('live'), test: await key('test') };
});
afterAll(async () => {
  await server.stop();
  dns.close();
});

let names = 0;

/** Adds a domain whose ownership is proved, but not yet for mail. */
async function addDomain(): Promise<Domain> {
  const { body } = await server.post('/domains', account.live, { domain: `proved-${++names}.test` });
  const { verification, id } = body.data;
  dns.texts.set(verification?.name ?? '', [verification?.value ?? '']);
  await server.runUpkeep('domains.prove-claims');
  return server.until(`/domains/show?id=${id}`, account.live, ({ status }) => status === 'active');
}

const show = async (domain: string) =>
  (await server.get(`/emails/domains?search=${domain}`, account.live)).body.data[0] as MailDomain;

async function verify(domain_id: number, key = account.live): Promise<MailDomain> {
  const answer = await server.post('/emails/domains/verify', key, { domain_id });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

/** Advances the clock and runs the recurring check. */
async function checkLater(ms: number): Promise<void> {
  server.clock.advance(ms);
  await server.runUpkeep('emails.check-domains');
}

const isLocal = async (domain: string) => {
  const folder = openRecordFolder<{ domain: OnEngine }>(join(server.dataDir, 'simulated', 'mail', 'domains'));
  return (await folder.read(domain))?.domain.local;
};
async function untilLocal(domain: string, expected: boolean): Promise<void> {
  while ((await isLocal(domain)) !== expected) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('a domain with mail', () => {
  it('is local to the mail server only after its own TXT record is found', async () => {
    const { id, domain } = await addDomain();
    await server.post('/emails', account.live, { address: `jo@${domain}` });
    await untilLocal(domain, false);
    const { proof, status } = await show(domain);
    expect({ proof, status }).toEqual({
      status: 'pending',
      proof: {
        type: 'TXT',
        name: `_hostler-mail.${domain}`,
        value: expect.stringMatching(/^hostler-mail=[A-Za-z0-9]{32}$/),
      },
    });
    dns.texts.set(proof.name, ['hostler-mail=somebodyElses']);
    expect((await verify(id)).status).toBe('pending');
    dns.texts.set(proof.name, ['other', proof.value]);
    // Not checked again: at most one check per ten seconds.
    expect((await verify(id)).status).toBe('pending');
    server.clock.advance(MINUTE);
    expect(await verify(id)).toMatchObject({ status: 'active', lost_since: null, mailboxes: 1 });
    await untilLocal(domain, true);
  });

  it('is proved if it is delegated only to the configured name servers', async () => {
    const { id, domain } = await addDomain();
    dns.others.set(`NS ${domain}`, ['ns1.host.test', 'ns.elsewhere.test']);
    await verify(id);
    server.clock.advance(MINUTE);
    expect(await verify(id)).toMatchObject({ status: 'pending' });
    dns.others.set(`NS ${domain}`, ['NS2.host.test', 'ns1.host.test']);
    server.clock.advance(MINUTE);
    const proved = await verify(id);
    expect(proved.status).toBe('active');
    expect(proved.records.every(({ managed }) => managed)).toBe(true);
  });

  it('stops being local after seven days without proof, mails its owner, and recovers', async () => {
    const { id, domain } = await addDomain();
    await verify(id);
    const { check } = server.operator.mailDomains;
    expect((await check()).detail).toMatch(/\d pending verification/);
    const { proof } = await show(domain);
    dns.texts.set(proof.name, [proof.value]);
    server.clock.advance(MINUTE);
    await verify(id);
    await untilLocal(domain, true);
    dns.texts.delete(proof.name);
    dns.isBroken = true;
    await checkLater(DAY + MINUTE);
    expect(await show(domain)).toMatchObject({ status: 'active', lost_since: null });
    dns.isBroken = false;
    await checkLater(DAY);
    expect(await show(domain)).toMatchObject({ status: 'active', lost_since: expect.any(String) });
    expect(await isLocal(domain)).toBe(true);
    expect((await check()).advice).toContain(`is missing from the DNS of ${domain}:`);
    await checkLater(6 * DAY);
    expect((await show(domain)).status).toBe('active');
    await checkLater(DAY + MINUTE);
    expect((await show(domain)).status).toBe('lost');
    await untilLocal(domain, false);
    const mail = await untilMail(server.dataDir, OWNER, ({ subject }) => subject?.includes(domain) ?? false);
    expect(mail.text).toContain(proof.value);
    expect(await check()).toMatchObject({
      detail: expect.stringMatching(/^\d+ domains? ha(s|ve) mail, .*1 no longer verified$/),
      advice: `The verification record is missing from the DNS of ${domain} (mail stopped): contact the owners, then run: hostler email domain verify`,
    });
    dns.texts.set(proof.name, [proof.value]);
    await checkLater(DAY);
    expect(await show(domain)).toMatchObject({ status: 'active', lost_since: null });
    await untilLocal(domain, true);
    expect((await check()).advice).toBeNull();
  });

  it('answers 404 for a domain of another account or a missing one', async () => {
    const { id } = await addDomain();
    const other = await server.createAccount();
    for (const domain_id of [id, 999_999]) {
      expect((await server.post('/emails/domains/verify', other.live, { domain_id })).status).toBe(404);
    }
  });

  it('counts as proved with a test key, and nothing is stored', async () => {
    const { id, domain } = await addDomain();
    const asked = dns.asked.length;
    await verify(id, account.test);
    expect(dns.asked.slice(asked).filter((name) => name.endsWith(domain))).toEqual([]);
    expect(await show(domain)).toBeUndefined();
  });
});

describe('the records of a domain with mail', () => {
  it('list everything to set, each with its status in the DNS', async () => {
    const { id, domain } = await addDomain();
    dns.others.set(`MX ${domain}`, ['5 mx.elsewhere.test']);
    dns.texts.set(domain, ['v=spf1 include:_spf.elsewhere.test -all', 'something else']);
    await verify(id);
    await untilLocal(domain, false);
    server.clock.advance(MINUTE);
    const { records, settings } = await verify(id);
    const found = Object.fromEntries(records.map(({ purpose, name, ...record }) => [`${purpose} ${name}`, record]));
    expect(Object.keys(found)).toEqual([
      `mx ${domain}`,
      `spf ${domain}`,
      `dkim hostler._domainkey.${domain}`,
      `dmarc _dmarc.${domain}`,
      `srv _imaps._tcp.${domain}`,
      `srv _submissions._tcp.${domain}`,
      `autoconfig autoconfig.${domain}`,
      `autodiscover autodiscover.${domain}`,
      `srv _autodiscover._tcp.${domain}`,
    ]);
    expect(found[`mx ${domain}`]).toEqual({
      type: 'MX',
      value: '10 mail.host.test.',
      status: 'differs',
      found: ['5 mx.elsewhere.test.'],
      managed: false,
    });
    expect(found[`spf ${domain}`]).toMatchObject({
      status: 'differs',
      value: 'v=spf1 a:mail.host.test include:_spf.elsewhere.test -all',
    });
    expect(found[`dmarc _dmarc.${domain}`]).toMatchObject({ status: 'missing', value: 'v=DMARC1; p=none' });
    expect(found[`dkim hostler._domainkey.${domain}`]?.value).toMatch(/^v=DKIM1; k=rsa; p=[\w+/=]{200,}$/);
    expect(settings.imap).toEqual({ host: 'mail.host.test', port: 993, security: 'tls' });
    dns.others.set(`MX ${domain}`, ['20 mail.host.test']);
    dns.texts.set(domain, [found[`spf ${domain}`]?.value ?? '']);
    server.clock.advance(MINUTE);
    const [mx, spf] = (await verify(id)).records;
    expect([mx?.status, spf?.status]).toEqual(['present', 'present']);
  });

  it('are added to the hosted zone, never replace custom records, and SPF can be merged', async () => {
    const { id, domain } = await addDomain();
    const own = [
      { name: '@', type: 'MX', content: '5 mx.elsewhere.test.' },
      { name: '@', type: 'TXT', ttl: 600, content: 'v=spf1 -all' },
      { name: 'autoconfig', type: 'A', content: '192.0.2.7' },
    ];
    await verify(id);
    await untilLocal(domain, false);
    const read = async () => {
      const { body } = await server.get(`/domains/records?id=${id}`, account.live);
      return body.data.records.filter(({ managed }) => managed).map(({ name, type }) => `${name} ${type}`);
    };
    const others = ['hostler._domainkey TXT', '_dmarc TXT', '_imaps._tcp SRV', '_submissions._tcp SRV'];
    const web = ['autodiscover CNAME', '_autodiscover._tcp SRV'];
    expect(await read()).toEqual(['@ MX', '@ TXT', ...others, 'autoconfig CNAME', ...web]);
    await server.post('/domains/records', account.live, { id, records: own });
    expect(await read()).toEqual([...others, ...web]);
    for (let times = 0; times < 2; times++) {
      const merged = await server.post('/emails/domains/merge-spf', account.live, { domain_id: id });
      expect(merged.status).toBe(200);
    }
    const { body } = await server.get(`/domains/records?id=${id}`, account.live);
    const spf = { name: '@', type: 'TXT', ttl: 600, content: '"v=spf1 a:mail.host.test -all"', managed: false };
    expect(body.data.records).toContainEqual({ ...spf, hosting_id: null });
    expect(body.data.records).toContainEqual(expect.objectContaining({ type: 'A', content: '192.0.2.7' }));
  });
});

describe('mail client autoconfiguration', () => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${server.url}${path}`, init);
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  const discover = (body: string) =>
    ask('/autodiscover/autodiscover.xml', { method: 'POST', body, headers: { 'content-type': 'text/xml' } });
  const request = (address: string) =>
    `<?xml version="1.0"?><Autodiscover xmlns="x"><Request><EMailAddress>${address}</EMailAddress></Request></Autodiscover>`;

  it('returns the servers of a proved domain, whether or not the mailbox exists', async () => {
    const { id, domain } = await addDomain();
    const path = `/mail/config-v1.1.xml?emailaddress=nobody@${domain}`;
    await verify(id);
    expect((await ask(path)).status).toBe(404);
    dns.others.set(`NS ${domain}`, ['ns1.host.test']);
    server.clock.advance(MINUTE);
    expect((await verify(id)).status).toBe('active');
    const config = await ask(path);
    expect(config).toMatchObject({ status: 200, type: 'text/xml; charset=utf-8' });
    expect(config.text).toContain(`<emailProvider id="${domain}">`);
    expect(config.text).toContain('<hostname>mail.host.test</hostname>\n      <port>993</port>');
    expect(config.text).toContain('<username>%EMAILADDRESS%</username>');
    const found = await discover(request(`nobody@${domain}`));
    expect(found.text).toContain(`<LoginName>nobody@${domain}</LoginName>`);
    expect(found.text).toContain(
      '<Type>SMTP</Type>\n        <Server>mail.host.test</Server>\n        <Port>465</Port>',
    );
    expect((await discover(request(`o'brien@${domain}`))).text).toContain(
      `<LoginName>o&apos;brien@${domain}</LoginName>`,
    );
  });

  it('refuses invalid addresses, XML entities, large bodies and too many requests', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "b">]>${request('jo@proved-1.test')}`;
    for (const body of ['', 'jo@proved-1.test', request('&a;'), request('jo'), bomb]) {
      expect((await discover(body)).status, body).toBe(400);
    }
    expect((await discover(request('x'.repeat(9_000)))).status).toBe(413);
    expect((await discover(request('jo@nobodys.test'))).status).toBe(404);
    const asked = await Promise.all(Array.from({ length: 61 }, () => ask('/mail/config-v1.1.xml')));
    expect(asked.map(({ status }) => status)).toContain(429);
  });
});
