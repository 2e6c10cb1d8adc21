import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showFailedRequests } from '@hostler/testing/log-lines.ts';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { writeRecipe } from '@hostler/testing/server/recipes.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { compose } from '#compose/compose.ts';
import { createApp } from '#program/app.ts';
import type { Config } from '#settings/config.ts';

let server: TestServer;
let account: TestAccount;
let recipeFolder: string;

beforeAll(async () => {
  recipeFolder = mkdtempSync(join(tmpdir(), 'hostler-recipes-'));
  server = await startTestServer({ worker: false, env: { HOSTLER_RECIPE_DIR: recipeFolder } });
  account = await server.createAccount();
  return async () => {
    await server.stop();
    rmSync(recipeFolder, { recursive: true });
  };
});

/** Starts another process on the same data, with overridden settings. */
async function startReplica(settings: Partial<Config> = {}): Promise<string> {
  const { config, clock } = server.hostler;
  const replica = await compose({ config: { ...config, ...settings }, clock, log: showFailedRequests() });
  const app = await createApp(replica);
  onTestFinished(async () => {
    await app.close(0);
    await replica.db.close();
  });
  return app.http.listen({ host: '127.0.0.1', port: 0 });
}

async function ask(path: string, url = server.url, known?: string) {
  const response = await fetch(`${url}/api/v1${path}`, {
    headers: { 'x-api-key': account.live, ...(known === undefined ? {} : { 'if-none-match': known }) },
  });
  return { status: response.status, tag: response.headers.get('etag') ?? '', text: await response.text() };
}

describe('an entity tag', () => {
  it.runIf(runsOnPostgres)('is valid at every replica with the same settings', async () => {
    const other = await startReplica();
    const { tag } = await ask('/domains');
    expect(await ask('/domains', other, tag)).toMatchObject({ status: 304, tag });
  });

  it('is not valid at a replica with settings that change the response', async () => {
    const other = await startReplica({ nameservers: ['ns9.example.net'] });
    const { tag } = await ask('/domains');
    const elsewhere = await ask('/domains', other, tag);
    expect(elsewhere.status).toBe(200);
    expect(elsewhere.tag).not.toBe(tag);
  });

  it('of the catalog changes when a recipe is added', async () => {
    const before = await ask('/applications/catalog?per_page=100');
    expect((await ask('/applications/catalog?per_page=100', server.url, before.tag)).status).toBe(304);
    writeRecipe(recipeFolder, { slug: 'added-later' });
    // The folder is read at most once a second.
    await expect
      .poll(async () => (await ask('/applications/catalog?per_page=100', server.url, before.tag)).text)
      .toContain('added-later');
  });
});
