import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_RELEASE, findLastRelease, listReleases, unpackRelease } from '../testing/last-release.ts';
import type { HostlerProcess } from './hostler-process.ts';
import { sharedFolder } from './seed.ts';
import { type Home, prepareHome, serve } from './server.ts';

/** A small part of `npm run test:last-release`. */
for (const version of listReleases()) {
  const commit = findLastRelease(version);
  describe.skipIf(!commit)(`a server of release ${version} on the database schema of this version`, () =>
    testRelease(version, commit ?? ''),
  );
}

function testRelease(version: string, commit: string): void {
  let home: Home;
  let released: { url: string; process: HostlerProcess };
  let folder: string;

  beforeAll(async () => {
    home = await prepareHome();
    folder = mkdtempSync(join(sharedFolder(), 'release-'));
    unpackRelease(commit, folder);
    // Releases before 0.3 know no other word for a server that does the work itself.
    const settings = { ...home.settings, HOSTLER_WORKER: 'on' };
    released = await serve(settings, { program: join(folder, 'server/src/main.ts') });
  });

  afterAll(async () => {
    released.process.kill('SIGTERM');
    await released.process.exited;
    rmSync(folder, { recursive: true, force: true });
    await home.remove();
  });

  async function call(path: string, body?: object): Promise<{ status: number; data: unknown }> {
    const answer = await fetch(`${released.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': home.seed.alpha.live, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, data: ((await answer.json()) as { data: unknown }).data };
  }

  test('is ready, and reports that a newer version changed the schema', async () => {
    const { status, data } = await call('/readyz');
    expect(status).toBe(200);
    expect(data).toMatchObject({ database: 'ok' });
    // The schema of the last release may be that of this version.
    if (version === FIRST_RELEASE)
      expect(data).toMatchObject({ note: expect.stringMatching(/newer version has added/) });
  });

  test('reads the data of this version, writes, and executes jobs on an engine', async () => {
    const { hosting, subscription } = home.seed.alpha;
    expect(await call(`/api/v1/subscriptions/show?id=${subscription}`)).toMatchObject({ status: 200 });
    expect(await call(`/api/v1/subscriptions/invoices?subscription_id=${subscription}`)).toMatchObject({ status: 200 });
    expect(await call('/api/v1/tickets', { subject: 'Old', message: 'Still here.' })).toMatchObject({ status: 201 });
    // The worker of the last release creates the server that this version sold.
    const show = () => call(`/api/v1/hosting/show?id=${hosting}`);
    await expect.poll(show).toMatchObject({ data: { status: 'running' } });
    const queued = await call('/api/v1/hosting/restart?wait=20', { id: hosting });
    expect(queued.status).toBeLessThan(300);
  });
}
