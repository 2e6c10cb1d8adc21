import { peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { beforeAll, expect, it } from 'vitest';
import type { AnyRoute } from '#kernel/http/route.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

/** Parameters of routes that need others than an id. */
const REQUIRED: Readonly<Record<string, string>> = { '/hosting/loads': 'ids=1', '/search': 'q=web' };

const cookieOf = ({ cookies }: { cookies: Map<string, string> }) =>
  [...cookies].map((pair) => pair.join('=')).join('; ');

it('every response to a GET forbids caches to keep it, or to use it without asking', async () => {
  const { panel, accountId } = await peopleOf(server).owner();
  const { key } = await server.createKey(accountId, 'live');
  const credentials: Readonly<Record<string, Record<string, string>>> = {
    public: { 'x-api-key': key },
    panel: { cookie: cookieOf(panel) },
    operator: { cookie: cookieOf((await signInStaff(server, 'owner')).panel) },
  };
  const made = await server.post<{ id: number }>('/tickets', key, { subject: 'A question', message: 'How?' });
  const seen = { 'no-store': 0, 'private, no-cache': 0, succeeded: 0 };
  for (const { name, prefix, routes } of server.hostler.surfaces) {
    for (const { method, path } of routes as readonly AnyRoute[]) {
      if (method !== 'GET') continue;
      const url = `${server.url}${prefix}${path}?account_id=${accountId}&${REQUIRED[path] ?? `id=${made.body.data.id}`}`;
      const leave = new AbortController();
      const { status, headers } = await fetch(url, { headers: credentials[name] ?? {}, signal: leave.signal });
      leave.abort();
      const caching = headers.get('cache-control') ?? '';
      expect([name, path, status, caching]).toEqual([
        ...[name, path, status],
        headers.has('etag') ? 'private, no-cache' : 'no-store',
      ]);
      seen[caching as 'no-store'] += 1;
      if (status === 200) seen.succeeded += 1;
    }
  }
  expect(seen['no-store']).toBeGreaterThan(100);
  expect(seen['private, no-cache']).toBeGreaterThan(20);
  expect(seen.succeeded).toBeGreaterThan(100);
});
