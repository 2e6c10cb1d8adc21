import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { RequestMetrics } from './metrics.ts';
import { registerProbes } from './probes.ts';
import { createHttpServer } from './server.ts';

function startProbes(metricsToken?: string) {
  const http = createHttpServer({ log: pino({ level: 'silent' }), metrics: new RequestMetrics(), trustedProxies: [] });
  registerProbes(http, {
    metricsToken,
    build: { version: '1.0.0', commit: null },
    scrape: async () => 'up 1\n',
    checkReadiness: async (isOperator) => ({ ready: isOperator, checks: { operator: isOperator } }),
  });
  return async (url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
    (await http.inject({ url, remoteAddress, headers })).statusCode;
}

describe('metrics without a token', () => {
  const ask = startProbes();

  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('are shown to this machine: %s', async (address) => {
    expect([await ask('/metrics', address), await ask('/readyz', address)]).toEqual([200, 200]);
  });

  it.each(['192.0.2.1', '2001:db8::1', '::ffff:192.0.2.1'])('are refused to another machine: %s', async (address) => {
    expect([await ask('/metrics', address), await ask('/readyz', address)]).toEqual([401, 503]);
  });

  it.each(['forwarded', 'x-forwarded-for', 'x-real-ip'])('are refused to a request with %s', async (header) => {
    expect(await ask('/metrics', '127.0.0.1', { [header]: '127.0.0.1' })).toBe(401);
  });
});

it('metrics with a token are shown to any address that sends the token, and to no other request', async () => {
  const ask = startProbes('a-token');
  expect(await ask('/metrics', '192.0.2.1', { authorization: 'Bearer a-token' })).toBe(200);
  expect(await ask('/metrics', '127.0.0.1')).toBe(401);
  expect(await ask('/metrics', '127.0.0.1', { authorization: 'Bearer another' })).toBe(401);
});
