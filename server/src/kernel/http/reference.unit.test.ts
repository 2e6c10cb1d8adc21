import { pino } from 'pino';
import { expect, it } from 'vitest';
import { UNBRANDED } from '../brand.ts';
import { RequestMetrics } from './metrics.ts';
import { registerReference } from './reference.ts';
import { createHttpServer } from './server.ts';

it.each([
  ['/docs', 'text/html', '<!doctype html>'],
  ['/docs/style.css', 'text/css', '{'],
  ['/docs/start.js', 'text/javascript', 'scalar'],
  ['/docs/icon.svg', 'image/svg+xml', '<svg'],
])('serves %s of the API reference uncompressed, with a Content-Security-Policy', async (url, type, content) => {
  const http = createHttpServer({ log: pino({ level: 'silent' }), metrics: new RequestMetrics(), trustedProxies: [] });
  registerReference(http, UNBRANDED);
  const { statusCode, headers, payload } = await http.inject({ url });
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toContain(type);
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers['content-security-policy']).toContain("default-src 'self'");
  expect(payload.toLowerCase()).toContain(content);
  await http.close();
});
