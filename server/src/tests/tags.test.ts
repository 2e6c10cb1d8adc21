import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, expect, it } from 'vitest';
import { isTagged } from '#kernel/http/etag.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

/** A list that reads from an unlisted table is never cached: see compose/shown-tables.ts. */
it('every list and feed of the public API has an ETag, live and in the sandbox', async () => {
  const account = await server.createAccount();
  const surface = server.hostler.surfaces.find(({ name }) => name === 'public');
  const paths = (surface?.routes ?? [])
    .filter((route) => surface && isTagged(route, surface) && route.kind !== 'show' && (!route.id || route.id.optional))
    .map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(15);
  const untagged: string[] = [];
  for (const path of paths) {
    for (const key of [account.live, account.test]) {
      const { status, headers } = await server.get(path, key);
      if (status !== 200 || headers.get('etag') === null) untagged.push(`${path} ${status}`);
    }
  }
  expect(untagged).toEqual([]);
});
