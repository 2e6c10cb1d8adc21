import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { UNBRANDED } from '../brand.ts';
import { RequestMetrics } from './metrics.ts';
import { registerPanel } from './panel.ts';
import { createHttpServer } from './server.ts';

describe('the panel under /', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostler-panel-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'operator.html'), '<!doctype html><title>console</title>');
  writeFileSync(join(folder, '.sources'), 'hash');
  writeFileSync(join(folder, 'assets/index-abc.js'), 'plain');
  writeFileSync(join(folder, 'assets/index-abc.js.br'), 'packed well');
  writeFileSync(join(folder, 'assets/index-abc.js.gz'), 'packed');
  afterAll(() => rmSync(folder, { recursive: true }));

  function start(from: string) {
    const http = createHttpServer({
      log: pino({ level: 'silent' }),
      metrics: new RequestMetrics(),
      trustedProxies: [],
    });
    return { http, built: registerPanel(http, UNBRANDED, from) };
  }

  it.each(['/', '/sign-in', '/servers', '/servers/12/backups', '/account/security'])(
    'answers %s with the HTML page',
    async (url) => {
      const answer = await start(folder).http.inject({ url });
      expect([answer.statusCode, answer.body]).toEqual([200, '<!doctype html>']);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
      const policy = String(answer.headers['content-security-policy']);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toMatch(/script-src 'self';/);
    },
  );

  it.each(['/operator', '/operator/customers', '/operator/billing/bank'])(
    'answers %s with the page of the console',
    async (url) => {
      const answer = await start(folder).http.inject({ url });
      expect([answer.statusCode, answer.body]).toEqual([200, '<!doctype html><title>console</title>']);
      expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    },
  );

  it('answers an unknown address with a page in a browser and with JSON for programs', async () => {
    const { http } = start(folder);
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const inBrowser = await http.inject({ url: '/nowhere', headers: { accept } });
    expect([inBrowser.statusCode, inBrowser.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(inBrowser.body).toContain('Page not found');
    const german = await http.inject({ url: '/nowhere', headers: { accept, 'accept-language': 'de' } });
    expect(german.body).toContain('<html lang="de">');
    expect(german.body).toContain('<h1>Seite nicht gefunden</h1>');
    for (const [url, wanted] of [
      ['/nowhere', '*/*'],
      ['/nowhere', 'application/json'],
      ['/api/v1/nowhere', accept],
      ['/operator/api/v1/nowhere', accept],
    ] as const) {
      const answer = await http.inject({ url, headers: { accept: wanted } });
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await http.inject({ method: 'POST', url: '/nowhere', headers: { accept } })).json().success).toBe(false);
  });

  it.each([
    ['index.html', '/', 'Das Panel benötigt JavaScript.'],
    ['operator.html', '/operator', 'Die Konsole benötigt JavaScript.'],
  ])('says in German that %s needs JavaScript, if the browser asks for it', async (file, url, sentence) => {
    const built = mkdtempSync(join(tmpdir(), 'hostler-panel-'));
    for (const page of ['index.html', 'operator.html']) copyFileSync(`panel/${page}`, join(built, page));
    const { http } = start(built);
    const english = await http.inject({ url });
    const german = await http.inject({ url, headers: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' } });
    rmSync(built, { recursive: true });
    expect(english.body).toBe(readFileSync(`panel/${file}`, 'utf8'));
    expect(german.body).toContain('<html lang="de">');
    expect(german.body).toContain(`<noscript>${sentence}`);
    expect(german.body).not.toContain('needs JavaScript');
    expect(english.headers.vary).toContain('Accept-Language');
  });

  it('writes the brand into the page', async () => {
    const http = createHttpServer({
      log: pino({ level: 'silent' }),
      metrics: new RequestMetrics(),
      trustedProxies: [],
    });
    const page = mkdtempSync(join(tmpdir(), 'hostler-panel-'));
    writeFileSync(join(page, 'index.html'), '<head><title>Hostler</title></head>');
    writeFileSync(join(page, 'index.html.br'), 'packed');
    const brand = {
      ...UNBRANDED,
      productName: `A$& 'B'`,
      supportAddress: 'https://a.example/?x=1&y="',
      accentColor: '#1a6b54',
      sellerTimeZone: 'Europe/Berlin',
    };
    registerPanel(http, brand, page);
    const { body, headers } = await http.inject({ url: '/sign-in', headers: { 'accept-encoding': 'br' } });
    rmSync(page, { recursive: true });
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.split('\n')).toEqual([
      '<head><title>A$&amp; &#39;B&#39;</title><meta name="application-name" content="A$&amp; &#39;B&#39;">',
      '<meta name="support-address" content="https://a.example/?x=1&amp;y=&quot;">',
      '<meta name="accent-color" content="#1a6b54">',
      '<meta name="seller-time-zone" content="Europe/Berlin">',
      '<style>:root { --accent: #1a6b54 !important }</style>',
      '</head>',
    ]);
  });

  it('sends a file in the best encoding the browser accepts, with immutable caching', async () => {
    const { http } = start(folder);
    const ask = async (encodings?: string) => {
      const headers = encodings ? { 'accept-encoding': encodings } : {};
      const answer = await http.inject({ url: '/assets/index-abc.js', headers });
      return [answer.headers['content-encoding'], answer.body, answer.headers['cache-control']];
    };
    const forever = 'public, max-age=31536000, immutable';
    expect(await ask('gzip, deflate, br')).toEqual(['br', 'packed well', forever]);
    expect(await ask('gzip')).toEqual(['gzip', 'packed', forever]);
    expect(await ask()).toEqual([undefined, 'plain', forever]);
  });

  it.each([
    '/assets/none.js',
    '/assets/..%2f.sources',
    '/assets/%2e%2e%2findex.html',
    '/nowhere',
    '/panel/api/v1/nothing',
    '/operator/nothing',
    '/operator/api/v1/nothing',
    '/operator/docs/nothing',
    '/api/v1/nothing',
  ])('returns 404 for %s', async (url) => {
    const answer = await start(folder).http.inject({ url });
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each(['/', '/servers/12', '/assets/index-abc.js'])(
    'answers HEAD of %s like GET, without the body',
    async (url) => {
      const { http } = start(folder);
      const [get, head] = [await http.inject({ url }), await http.inject({ method: 'HEAD', url })];
      const { date: _date, 'x-request-id': _id, ...told } = get.headers;
      expect([head.statusCode, head.body]).toEqual([200, '']);
      expect(head.headers).toMatchObject(told);
    },
  );

  it('redirects to /docs if the panel is not built', async () => {
    const { http, built } = start(join(folder, 'assets'));
    const answer = await http.inject({ url: '/' });
    expect([built, answer.statusCode, answer.headers.location]).toEqual([false, 302, '/docs']);
  });
});
