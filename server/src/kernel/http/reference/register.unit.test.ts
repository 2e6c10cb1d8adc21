import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Brand, UNBRANDED } from '../../brand.ts';
import { RequestMetrics } from '../metrics.ts';
import { createHttpServer } from '../server.ts';
import type { ApiDocument } from './document.ts';
import { type DocumentSource, registerDocument, registerReference } from './register.ts';

const DOCS = join(import.meta.dirname, '../../../../../docs');
const readDocument = (file: string): ApiDocument => JSON.parse(readFileSync(join(DOCS, file), 'utf8'));
const api = readDocument('openapi.json');
const operatorApi = readDocument('openapi-operator.json');

let http: FastifyInstance;
let brand: Brand;
const source: DocumentSource & { title: string } = { path: '/openapi.json', title: '', describe: () => api };

beforeEach(() => {
  http = createHttpServer({ log: pino({ level: 'silent' }), metrics: new RequestMetrics(), trustedProxies: [] });
  brand = { ...UNBRANDED };
  source.title = api.info.title;
  registerDocument(http, source);
  const operator = { path: '/openapi-operator.json', title: 'Operator API', describe: () => operatorApi };
  registerReference(http, brand, { '/docs': source, '/operator/docs': operator });
});

afterEach(() => http.close());

async function read(url: string): Promise<string> {
  const { statusCode, payload } = await http.inject({ url });
  expect([url, statusCode]).toEqual([url, 200]);
  return payload;
}

it.each([
  ['/docs', 'text/html', '<!doctype html>'],
  ['/docs/hosting', 'text/html', '<!doctype html>'],
  ['/docs/try', 'text/html', '<!doctype html>'],
  ['/operator/docs/plans', 'text/html', '<!doctype html>'],
  ['/docs/style.css', 'text/css', '{'],
  ['/docs/pages.css', 'text/css', '{'],
  ['/docs/start.js', 'text/javascript', 'scalar'],
  ['/docs/icon.svg', 'image/svg+xml', '<svg'],
])('serves %s of the API reference uncompressed, with a Content-Security-Policy', async (url, type, content) => {
  const { statusCode, headers, payload } = await http.inject({ url });
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toContain(type);
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers['content-security-policy']).toContain("default-src 'self'");
  expect(payload.toLowerCase()).toContain(content);
});

describe.each([
  ['/docs', api],
  ['/operator/docs', operatorApi],
])('the pages of %s', (base, { tags, paths }) => {
  it('link every operation from the start page to its section', async () => {
    const start = await read(base);
    const sections = new Map(
      await Promise.all(tags.map(async ({ name }) => [name, await read(`${base}/${name}`)] as const)),
    );
    for (const { operationId, tags: of, summary } of Object.values(paths).flatMap((methods) =>
      Object.values(methods),
    )) {
      const [section = ''] = of;
      expect(start).toContain(`<a href="${base}/${section}#${operationId}">${summary.replaceAll("'", '&#39;')}</a>`);
      expect(sections.get(section)).toContain(`id="${operationId}"`);
    }
  });

  it('need no script and leave nothing undefined', async () => {
    for (const path of ['', ...tags.map(({ name }) => `/${name}`)]) {
      const page = await read(base + path);
      expect(page).not.toMatch(/<script|undefined|\[object/);
    }
  });
});

it('shows parameters, fields with their limits, errors and an example of an operation', async () => {
  const page = await read('/docs/hosting');
  const from = page.indexOf('id="hosting.restart"');
  const restart = page.slice(from, page.indexOf('</section>', from));
  expect(restart).toContain('<code class="name">id</code> <span class="type">integer</span>');
  expect(restart).toContain('<details class="part"><summary>Headers</summary>');
  expect(restart).toContain('Idempotency-Key');
  expect(restart).toContain('<code class="name">force</code> <span class="type">boolean</span>');
  expect(restart).toContain('Default: <code>false</code>.');
  expect(restart).toContain('<code>VPS_NOT_RUNNING</code>');
  expect(restart).toContain('curl -X POST &quot;$HOST/api/v1/hosting/restart?id=1&quot;');
  expect(restart).toContain('/docs/try#tag/hosting/POST/api/v1/hosting/restart');
});

it('answers 404 for an unknown section', async () => {
  expect((await http.inject({ url: '/docs/nothing' })).statusCode).toBe(404);
});

it.each(['/docs/hosting', '/openapi.json'])('sends %s compressed to a browser', async (url) => {
  const plain = await read(url);
  const { headers, rawPayload } = await http.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect([headers['content-encoding'], headers.vary]).toEqual(['gzip', 'accept-encoding']);
  expect(gunzipSync(rawPayload).toString()).toBe(plain);
  expect(rawPayload.length).toBeLessThan(plain.length / 5);
});

it('follows a change of the brand', async () => {
  expect(await read('/operator/docs')).toContain('> Hostler operator API</a>');
  Object.assign(brand, { productName: 'Larch' });
  const page = await read('/operator/docs');
  expect(page).toContain('> Larch operator API</a>');
  // A name of the API is not replaced.
  expect(page).toContain('X-Hostler-Panel');
});
