import { pino } from 'pino';
import { expect, it } from 'vitest';
import { RequestMetrics } from './metrics.ts';
import { registerProgramPages } from './program-pages.ts';
import { MemoryRateCounter } from './rate-limit.ts';
import { createHttpServer } from './server.ts';

it('counts all addresses of an IPv6 /64 network as one caller', async () => {
  const http = createHttpServer({ log: pino({ level: 'silent' }), metrics: new RequestMetrics(), trustedProxies: [] });
  const page = { method: 'GET', path: '/page', mostPerMinute: 2, answer: async () => undefined } as const;
  registerProgramPages(http, [page], { counter: new MemoryRateCounter(), clock: { now: () => 0 } });
  const ask = async (remoteAddress: string) => (await http.inject({ url: '/page', remoteAddress })).statusCode;
  expect([await ask('2001:db8::1'), await ask('2001:db8::2'), await ask('2001:db8::3')]).toEqual([404, 404, 429]);
  expect([await ask('2001:db8:0:1::1'), await ask('203.0.113.7')]).toEqual([404, 404]);
});

it('shares one limit per address between endpoints without their own limit', async () => {
  const http = createHttpServer({ log: pino({ level: 'silent' }), metrics: new RequestMetrics(), trustedProxies: [] });
  const page = { method: 'GET', answer: async () => undefined } as const;
  const own = (path: string) => ({ ...page, path, mostPerMinute: 2 });
  const pages = [{ ...page, path: '/a' }, { ...page, path: '/b' }, own('/c'), own('/d')];
  registerProgramPages(http, pages, { counter: new MemoryRateCounter(), clock: { now: () => 0 } });
  const ask = async (url: string) => (await http.inject({ url, remoteAddress: '203.0.113.7' })).statusCode;
  for (let asked = 0; asked < 30; asked++) expect([await ask('/a'), await ask('/b')]).toEqual([404, 404]);
  expect([await ask('/a'), await ask('/b')]).toEqual([429, 429]);
  expect([await ask('/c'), await ask('/c'), await ask('/c')]).toEqual([404, 404, 429]);
  expect([await ask('/d'), await ask('/d'), await ask('/d')]).toEqual([404, 404, 429]);
});
