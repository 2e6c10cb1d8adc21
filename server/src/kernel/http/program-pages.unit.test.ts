import { pino } from 'pino';
import { expect, it } from 'vitest';
import { RequestMetrics } from './metrics.ts';
import { registerProgramPages } from './program-pages.ts';
import { MemoryRateCounter } from './rate-limit.ts';
import { createHttpServer } from './server.ts';

it('pages for programs count all addresses of an IPv6 network as one', async () => {
  const http = createHttpServer({ log: pino({ level: 'silent' }), metrics: new RequestMetrics(), trustedProxies: [] });
  const page = { method: 'GET', path: '/page', mostPerMinute: 2, answer: async () => undefined } as const;
  registerProgramPages(http, [page], { counter: new MemoryRateCounter(), clock: { now: () => 0 } });
  const ask = async (remoteAddress: string) => (await http.inject({ url: '/page', remoteAddress })).statusCode;
  expect([await ask('2001:db8::1'), await ask('2001:db8::2'), await ask('2001:db8::3')]).toEqual([404, 404, 429]);
  expect([await ask('2001:db8:0:1::1'), await ask('203.0.113.7')]).toEqual([404, 404]);
});
