import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PanelApi } from '@hostler/testing/api-types.ts';
import { makePng } from '@hostler/testing/png.ts';
import { buildPanel } from '@hostler/testing/server/built-panel.ts';
import { untilMail } from '@hostler/testing/server/mail.ts';
import { peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, TEST_ADDRESS, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { until } from '@hostler/testing/until.ts';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compose } from '#compose/compose.ts';
import { PANEL_ADDRESSES } from '#kernel/http/panel.ts';
import { ensureMigrated } from '#program/prepare.ts';
import { readConfig } from '#settings/config.ts';
import type { BrandImageRecord } from './brand-images/operator-service.ts';
import type { SettingRecord } from './operator-service.ts';

/** The name of the program, but not of its header and its DNS records. */
const NAME = /(?<!X-|_)Hostler(?!-mail|-verification|\._domainkey)/i;

type Owner = Awaited<ReturnType<typeof signInStaff>>;

let server: TestServer;
let owner: Owner;

beforeAll(async () => {
  server = await startTestServer({
    worker: false,
    env: { HOSTLER_GRACE_DAYS: '21', HOSTLER_SIGNUP_CHECK: 'off' },
  });
  owner = await signInStaff(server, 'owner');
  return server.stop;
});

beforeEach(async () => {
  for (const { name, source } of await server.run<SettingRecord[]>('setting list')) {
    if (source === 'stored' && name !== 'seller_name') await server.run('setting reset', '--name', name);
  }
});

const find = async (name: string): Promise<SettingRecord> => {
  const { body } = await owner.get<SettingRecord[]>('/settings?per_page=100');
  return body.data.find((setting) => setting.name === name) as SettingRecord;
};
const signUpSettings = async () => (await owner.panel.get<PanelApi.SignUpSettings>('/sign-up/settings')).body.data;

describe('settings', () => {
  it('take effect without a restart', async () => {
    expect(await signUpSettings()).toMatchObject({ signup: 'closed', links: { imprint: null } });
    const { status, body } = await owner.post('/settings', {
      signup: 'review',
      link_imprint: 'https://example.com/imprint',
      seller_name: 'Example Hosting GmbH',
      seller_iban: 'DE89 3704 0044 0532 0130 00',
      terminate_days: 60,
    });
    expect([status, body.data]).toMatchObject([200, { changed: expect.any(Array) }]);
    expect(await signUpSettings()).toMatchObject({
      signup: 'review',
      links: { imprint: 'https://example.com/imprint' },
    });
    const { commerce } = server.hostler.config;
    expect(commerce.seller).toMatchObject({ name: 'Example Hosting GmbH', iban: 'DE89370400440532013000' });
    expect(commerce.dunning.terminateDays).toBe(60);
    expect(await find('signup')).toMatchObject({ value: 'review', source: 'stored', changed_by: owner.email });
    const reset = await owner.post<SettingRecord>('/settings/reset?id=signup');
    expect(reset.body.data).toMatchObject({ value: 'closed', source: 'default' });
    expect(await signUpSettings()).toMatchObject({ signup: 'closed' });
  });

  it('that the environment sets are read-only, with the name of the variable', async () => {
    const fixed = await find('grace_days');
    expect(fixed).toMatchObject({
      ...{ value: '21', source: 'environment', can_change: false, variable: 'HOSTLER_GRACE_DAYS' },
    });
    const { status, body } = await owner.post('/settings', { grace_days: 30, terminate_days: 30 });
    expect([status, body.error.details]).toEqual([
      422,
      [
        {
          field: 'grace_days',
          message: 'is set by the environment variable HOSTLER_GRACE_DAYS. Change it there.',
          reason: 'invalid',
        },
      ],
    ]);
    expect(await find('terminate_days')).toMatchObject({ value: '0', source: 'default' });
  });

  it('never show values of the server, only whether they are set', async () => {
    const { body } = await owner.get<SettingRecord[]>('/settings?per_page=100');
    const ofServer = body.data.filter(({ group }) => group === 'server');
    expect(ofServer.find(({ variable }) => variable === 'HOSTLER_SECRET_KEY')).toMatchObject({
      ...{ source: 'environment', value: null, can_change: false },
    });
    expect(JSON.stringify(body)).not.toContain(server.settings.HOSTLER_SECRET_KEY);
  });

  it.each([
    [{ terminate_days: 5 }, 'terminate_days', /must be 0 for never, or at least 30/],
    [{ seller_iban: 'DE00123' }, 'seller_iban', /not an IBAN/],
    [{ seller_country: 'ZZ' }, 'seller_country', /has no tax rate/],
    [{ seller_time_zone: 'Mars/Base' }, 'seller_time_zone', /must be a time zone/],
    [{ link_terms: 'javascript:alert(1)' }, 'link_terms', /must be a URL that begins with https/],
    [{ footer_links: 'Status' }, 'footer_links', /each link must be a label .* and a URL/],
    [{ footer_links: 'Status javascript:alert(1)' }, 'footer_links', /each link must be a label/],
    [{ footer_links: Array(7).fill('A https://a.example').join(', ') }, 'footer_links', /at most 6 links/],
    [{ accent_color: '#ffee00' }, 'accent_color', /contrast of 1\.\d with white.*Choose a darker colour, like #/],
    [{ mail_from: 'nobody' }, 'mail_from', /must be like Example Hosting/],
    [{ product_name: 'x'.repeat(61) }, 'product_name', /at most 60 characters/],
    [{ product_name: '<b>' }, 'product_name', /without quotes/],
    [{ seller_street: 'x'.repeat(501) }, 'seller_street', /at most 500 characters/],
    [{ seller_name: '' }, 'seller_name', /cannot be removed/],
    [{ signup: 'maybe' }, 'signup', /one of|allowed values/],
  ])('refuse an invalid value: %j', async (values, field, message) => {
    const { status, body } = await owner.post('/settings', values);
    const details = body.error.details?.map(({ reason: _, params: __, ...detail }) => detail);
    expect([status, details]).toEqual([422, [{ field, message: expect.stringMatching(message) }]]);
    expect((await owner.post('/settings', {})).status).toBe(422);
    expect((await owner.post('/settings/reset?id=nothing')).status).toBe(404);
  });

  it('are stored together or not at all', async () => {
    await owner.post('/settings', { product_name: 'Acme Cloud', accent_color: 'red' });
    expect(await find('product_name')).toMatchObject({ value: 'Hostler', source: 'default' });
  });

  it('refuse a change of a value that another owner has changed meanwhile, and merge other fields', async () => {
    const { body } = await owner.get<SettingRecord[]>('/settings?per_page=100');
    const revision = Math.max(...body.data.map((setting) => setting.revision));
    expect((await owner.post('/settings', { renew_days_before: 5, revision })).status).toBe(200);
    const late = await owner.post('/settings', { renew_days_before: 6, revision });
    expect([late.status, late.body.error.message]).toEqual([409, expect.stringContaining('Invoice before renewal')]);
    expect((await owner.post('/settings', { terminate_days: 45, revision })).status).toBe(200);
    // At the same moment: one of them is first.
    const both = await Promise.all(
      [1, 2].map((days) => owner.post('/settings', { renew_days_before: days, revision })),
    );
    expect(both.map(({ status }) => status)).toEqual([409, 409]);
    const fresh = (await find('terminate_days')).revision;
    const race = await Promise.all(
      [40, 50].map((terminate_days) => owner.post('/settings', { terminate_days, revision: fresh })),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('are for owners only', async () => {
    for (const role of ['support', 'billing', 'technician']) {
      const staff = await signInStaff(server, role);
      expect((await staff.get('/settings')).status).toBe(403);
      expect((await staff.post('/settings', { signup: 'open' })).status).toBe(403);
      expect((await staff.post('/settings/reset?id=signup')).status).toBe(403);
    }
  });

  it('are audited with the old and the new value', async () => {
    await owner.post('/settings', { terms_version: '2026-11', seller_city: 'Berlin' });
    await owner.post('/settings', { terms_version: '2026-12' });
    const entries = await server.run<{ record: { label: string } | null; actor: { label: string } }[]>('audit list');
    const labels = entries.map((entry) => JSON.stringify(entry));
    expect(labels.some((entry) => entry.includes('terms_version: default → 2026-11'))).toBe(true);
    expect(labels.some((entry) => entry.includes('terms_version: 2026-11 → 2026-12'))).toBe(true);
    expect(labels.some((entry) => entry.includes('seller_city: default → Berlin'))).toBe(true);
  });

  it('reach other processes on the same data', async () => {
    const { HOSTLER_GRACE_DAYS: _, ...settings } = server.settings as Record<string, string>;
    const other = await compose({ config: readConfig(settings), log: pino({ level: 'silent' }) });
    try {
      await ensureMigrated(other);
      other.settings.start();
      await owner.post('/settings', { product_name: 'Acme Cloud' });
      await until(() => other.config.brand.productName === 'Acme Cloud');
      expect(other.config.mailFrom.name).toBe('Acme Cloud');
    } finally {
      await other.settings.stop();
      await other.db.close();
    }
  });

  it('that became invalid by the environment are ignored, and doctor names them', async () => {
    await owner.post('/settings', { tax_small_business: 'on', seller_country: 'US', seller_city: 'Boston' });
    const env = { ...server.settings, HOSTLER_TAX_SMALL_BUSINESS: 'off' };
    const other = await compose({ config: readConfig(env), log: pino({ level: 'silent' }) });
    try {
      await ensureMigrated(other);
      expect(other.config.commerce.seller).toMatchObject({ country: 'DE', city: 'Boston' });
      const { advice } = await (other.checks.find(({ name }) => name === 'settings')?.check(60_000) ?? expect.fail());
      expect(advice).toMatch(/seller_country is not used: HOSTLER_SELLER_COUNTRY is "US"/);
    } finally {
      await other.db.close();
    }
  });
});

describe('the brand', () => {
  let branded: TestServer;

  beforeAll(async () => {
    await buildPanel();
    branded = await startTestServer();
    return branded.stop;
  });

  const read = async (path: string) => (await fetch(`${branded.url}${path}`)).text();

  it('replaces the name of the product in everything that customers see', async () => {
    const { panel, person, accountId } = await peopleOf(branded).owner('customer@example.com');
    await branded.operator.profiles.update({ account_id: accountId, ...TEST_ADDRESS });
    const { key: live } = await branded.createKey(accountId, 'live');
    const { id: plan } = await branded.operator.plans.create({ name: 'VPS S', price: 990 });
    const sold = await branded.operator.subscriptions.create({ account_id: accountId, plan: String(plan) });
    const { db, customer, clock } = branded.hostler;
    const seen = async () => {
      const pdf = await branded.get(`/billing/invoices/pdf?id=${sold.invoice?.id}`, live);
      return {
        ...Object.fromEntries(
          await Promise.all(PANEL_ADDRESSES.map(async (segment) => [segment, await read(`/${segment}`)] as const)),
        ),
        signIn: await read('/sign-in'),
        page: await read('/'),
        console: await read('/operator'),
        reference: await read('/docs'),
        'operator reference': await read('/operator/docs/try'),
        document: await read('/openapi.json'),
        pdf: Buffer.from(pdf.body.data.content, 'base64').toString('latin1'),
        audit: JSON.stringify((await panel.get(`/audit?account_id=${accountId}&actor_kind=system`)).body.data),
      };
    };
    await branded.finish(branded.operator.hosting.create({ account_id: accountId, hostname: 'web.example.com' }));
    const listNamed = (texts: Record<string, string>) =>
      Object.keys(texts).filter((where) => NAME.test(texts[where] ?? ''));
    const before = await seen();
    expect(listNamed(before)).toEqual(Object.keys(before));

    const brand = {
      product_name: 'Acme & Cloud',
      support_address: 'help@acme.example',
      accent_color: '#1a6b54',
      footer_links: 'Status https://status.acme.example, Help centre https://help.acme.example/?a=1&b=2',
    };
    const options = Object.entries(brand).flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, value]);
    await branded.run('setting set', ...options);
    const file = join(branded.settings.HOSTLER_DATA_DIR ?? '', 'image.png');
    await writeFile(file, makePng({ colour: 2 }));
    for (const kind of ['logo', 'favicon']) await branded.run('brand image set', '--kind', kind, '--file', file);
    await writeFile(file, makePng());
    await branded.run('brand image set', '--kind', 'logo_dark', '--file', file);
    const now = await seen();
    expect(listNamed(now)).toEqual([]);
    expect(now.signIn).toContain('<meta name="application-name" content="Acme &amp; Cloud">');
    expect(now.signIn).toContain('<meta name="accent-color" content="#1a6b54">');
    expect(now.signIn).toContain('help.acme.example/?a=1&amp;b=2');
    expect(now.signIn).toMatch(/<meta name="brand-logo-dark" content="\/brand\/logo-dark\.png\?v=\w{16}">/);
    expect(now.signIn).toMatch(/<link rel="icon" href="\/brand\/favicon\.png\?v=\w{16}" type="image\/png">/);
    expect(now.reference).toContain('<title>Acme &amp; Cloud API</title>');
    expect(now.reference).toMatch(/<source srcset="\/brand\/logo-dark\.png\?v=\w{16}"[^>]*>.*src="\/brand\/logo\.png/);
    expect(JSON.parse(now.document)).toMatchObject({ info: { title: 'Acme & Cloud API' } });
    expect(now.pdf).toContain('/Subtype /Image');
    expect(now.audit).toContain('"label":"Acme & Cloud"');

    await db.write(() => customer.tickets.notify(accountId, { subject: 'News', message: 'Hello' }, clock.now()));
    const tickets = await branded.get('/tickets', live);
    const ticket = await branded.get(`/tickets/show?id=${tickets.body.data[0]?.id}`, live);
    expect(ticket.body.data).toMatchObject({ messages: [{ author_type: 'system', author_name: 'Acme & Cloud' }] });

    await panel.post('/security/password/forgot', { email: person.email });
    const mail = await untilMail(branded.settings.HOSTLER_DATA_DIR ?? '', person.email, ({ subject }) =>
      /password/i.test(subject ?? ''),
    );
    expect(mail.from?.name).toBe('Acme & Cloud');
    expect(mail.text).toContain(
      'Support: help@acme.example\nStatus: https://status.acme.example\nHelp centre: https://help',
    );
    expect(mail.html).toContain('background:#1a6b54');
    expect(mail.html).toContain('href="https://help.acme.example/?a=1&amp;b=2"');
    // With its headers.
    expect(JSON.stringify(mail)).not.toMatch(NAME);

    const totp = await panel.post<{ uri: string }>('/security/totp', {});
    expect(JSON.stringify(totp.body)).not.toMatch(NAME);
  });

  it.each([
    '/nothing',
    '/api/v1/nothing',
    '/api/v1/hosting',
    '/panel/api/v1/me',
    '/brand/nothing',
    '/icon.svg',
    '/docs/icon.svg',
  ])('is not disclosed by the response of %s', async (path) => {
    await branded.run('setting set', '--product-name', 'Acme & Cloud');
    const answer = await fetch(`${branded.url}${path}`);
    expect(await answer.text()).not.toMatch(NAME);
    expect(JSON.stringify([...answer.headers])).not.toMatch(NAME);
  });

  it('without a favicon has its first letter as icon', async () => {
    await branded.run('setting set', '--product-name', 'Öl & Gas', '--accent-color', '#1a6b54');
    for (const path of ['/icon.svg', '/docs/icon.svg']) {
      const icon = await read(path);
      expect(icon).toContain('fill="#1a6b54"');
      expect(icon).toContain('>Ö</text>');
    }
  });
});

describe('images of the brand', () => {
  const upload = (kind: string, file: Buffer) =>
    owner.post<BrandImageRecord>(`/brand/images/set?id=${kind}`, { file: file.toString('base64') });
  const open = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers });

  it('are served as PNG with strict headers, and cached by content', async () => {
    expect((await open('/brand/logo.png')).status).toBe(404);
    const { status, body } = await upload('logo', makePng());
    expect([status, body.data]).toMatchObject([200, { kind: 'logo', width: 120, height: 40, changed_by: owner.email }]);
    const { path } = body.data;
    const answer = await open(path);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const fixed = await open('/brand/logo.png');
    expect(fixed.headers.get('cache-control')).toBe('no-cache');
    const etag = fixed.headers.get('etag') ?? '';
    expect((await open('/brand/logo.png', { 'if-none-match': etag })).status).toBe(304);
    expect((await upload('logo', makePng({ width: 80 }))).body.data.path).not.toBe(path);
    const removed = await Promise.all([1, 2].map(() => owner.post('/brand/images/remove?id=logo')));
    expect(removed.map((one) => one.status).sort()).toEqual([200, 404]);
    expect((await open(path)).status).toBe(404);
    const entries = JSON.stringify(await server.run('audit list'));
    expect(entries).toContain('logo: added, 120 × 40 pixels');
    expect(entries).toContain('logo: removed');
  });

  it.each([
    ['an SVG with a script', Buffer.from('<svg><script>alert(1)</script></svg>'), 422],
    ['a file that is no image', Buffer.from('<!doctype html><script>alert(1)</script>'), 422],
    ['a PNG of 300 KB', Buffer.concat([makePng(), Buffer.alloc(300 * 1024)]), 422],
    ['a PNG of 2 MB', Buffer.concat([makePng(), Buffer.alloc(2 * 1024 * 1024)]), 413],
  ])('refuse %s', async (_name, file, status) => {
    expect((await upload('logo', file)).status).toBe(status);
    expect((await open('/brand/logo.png')).status).toBe(404);
  });

  it('lose hidden content', async () => {
    const polyglot = Buffer.concat([makePng(), Buffer.from('<script>alert(1)</script>')]);
    const { body } = await upload('favicon', polyglot);
    expect(await (await open(body.data.path)).text()).not.toContain('script');
  });

  it('are for owners only', async () => {
    const staff = await signInStaff(server, 'technician');
    expect((await staff.get('/brand/images')).status).toBe(403);
    expect((await staff.post('/brand/images/set?id=logo', { file: '' })).status).toBe(403);
    expect((await owner.post('/brand/images/set?id=banner', { file: '' })).status).toBe(400);
  });
});
