import { keepLog } from '@hostler/testing/log-lines.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RequestMetrics } from './metrics.ts';
import { createHttpServer } from './server.ts';

describe('the access log entry of a request', () => {
  const { log, lines } = keepLog();
  const app = createHttpServer({ log, metrics: new RequestMetrics(), trustedProxies: ['127.0.0.0/8'] });

  beforeAll(async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  beforeEach(() => {
    lines.length = 0;
  });
  afterAll(() => app.close());

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8::7', '2001:db8::7'],
    ['x"} "msg":"forged', 'x"} "msg":"forged'],
    ['y'.repeat(5_000), 'y'.repeat(64)],
  ])('is one valid line of JSON, whatever address a proxy forwards', async (forwarded, address) => {
    const { port } = app.server.address() as { port: number };
    await fetch(`http://127.0.0.1:${port}/nowhere`, { headers: { 'x-forwarded-for': forwarded } });
    app.outgoing.accessLog.flush();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { path: '/nowhere', status: 404, address, msg: 'request' },
    ]);
  });
});
