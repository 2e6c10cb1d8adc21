import { spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../packages/database/src/index.ts';
import { DAY, HOUR } from '../../server/src/kernel/time.ts';
import { describeWithService } from '../../testing/describe-with-service.ts';
import { makeServer, writeRecipe } from '../../testing/server/recipes.ts';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/server/server.ts';
import { parsePebbleUrl, serveProofs } from '../../testing/services/pebble.ts';

const CERTIFY = 'applications.certify';
const DOMAIN = { name: 'domain', label: 'Domain', type: 'string', required: false, max: 253 };

/** Writes a recipe whose installation leaves a new certificate in place that is valid for 30 days. */
function writeOwnRecipe(folder: string, slug: string, script: string): void {
  const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'];
  const { stdout } = spawnSync('openssl', ['req', ...options, '-subj', '/CN=own', '-keyout', '-'], {
    encoding: 'utf8',
  });
  const place = `mkdir -p "$HTTPS_FOLDER"\ncat > "$HTTPS_FOLDER/site.pem" <<'PEM'\n${stdout}PEM\n`;
  const steps = [{ name: 'Place a certificate', script: place }];
  writeRecipe(folder, { slug, parameters: [DOMAIN], steps, https: { script } });
}

describeWithService('pebble', 'HTTPS of an application with a certificate of an ACME authority', (text) => {
  const { url, ca, webPort } = parsePebbleUrl(text);
  let server: TestServer;
  let account: TestAccount;
  let web: Server;
  let hosting: number;
  let isServing = true;

  /** Reads a file of the simulated machine. */
  function readInside(path: string): string | undefined {
    const file = join(server.dataDir, 'simulated/vps/machines', `vps-${hosting}`, 'inside.json');
    const { files } = JSON.parse(readFileSync(file, 'utf8'));
    const content = files[path]?.content;
    return content == null ? undefined : Buffer.from(content, 'base64').toString();
  }

  beforeAll(async () => {
    const recipeDir = mkdtempSync(join(tmpdir(), 'hostler-https-'));
    writeOwnRecipe(recipeDir, 'short', 'true');
    writeOwnRecipe(recipeDir, 'noisy', String.raw`printf '\0Bad news.\n' >&2; exit 1`);
    server = await startTestServer({
      byHand: [CERTIFY],
      env: {
        HOSTLER_CERTIFICATE_ENGINE: 'acme',
        HOSTLER_ACME_URL: url,
        HOSTLER_ACME_CA: ca,
        HOSTLER_RECIPE_DIR: recipeDir,
      },
    });
    account = await server.createAccount();
    hosting = await makeServer(server, account.id);
    // In place of the web server of the simulated machine, with its files.
    web = createServer((request, answer) => {
      const folder = `/var/lib/hostler/https-${application}/challenges`;
      const content = isServing ? readInside(`${folder}${request.url}`) : undefined;
      answer.writeHead(content === undefined ? 404 : 200).end(content);
    });
    await serveProofs(web, webPort);
    const { body } = await server.post('/domains', account.live, { domain: 'example.com' });
    await server.until(`/domains/show?id=${body.data.id}`, account.live, ({ dns_status }) => dns_status === 'ok');
  });
  afterAll(async () => {
    web.close();
    await server.stop();
  });

  let application = 0;
  async function certify() {
    await server.runUpkeep(CERTIFY);
    const path = `/applications/show?id=${application}` as const;
    return server.until(path, account.live, ({ https }) => https?.next_attempt_at !== null);
  }

  it('is ready after a failed attempt, and the key never leaves the machine', async () => {
    const parameters = { domain: 'shop.example.com' };
    const { status, body } = await server.post('/applications', account.live, {
      hosting_id: hosting,
      slug: 'nginx',
      parameters,
    });
    expect(status, JSON.stringify(body)).toBe(202);
    application = body.data.id;
    await server.endOf(body.data.action_id, account.live);

    isServing = false;
    const failed = await certify();
    expect(failed).toMatchObject({ status: 'running', https: { status: 'pending' } });
    expect(failed.https?.error).toMatch(/^The certificate authority refused: .*404/);

    isServing = true;
    server.clock.advance(HOUR);
    const ready = await certify();
    expect(ready).toMatchObject({ url: 'https://shop.example.com/', https: { status: 'ready', error: null } });

    const pem = readInside(`/var/lib/hostler/https-${application}/site.pem`) ?? '';
    const certificate = new X509Certificate(pem);
    expect(certificate.checkHost('shop.example.com')).toBe('shop.example.com');
    expect(certificate.checkPrivateKey(createPrivateKey(pem))).toBe(true);
    expect(ready.https?.expires_at?.slice(0, 16)).toBe(new Date(certificate.validTo).toISOString().slice(0, 16));
    expect(readInside(`/var/lib/hostler/https-${application}/key.new`)).toBeUndefined();
    expect(readInside('/etc/nginx/sites-enabled/hostler-https')).toContain('server_name shop.example.com;');

    const key = /BEGIN PRIVATE KEY-----\n(\S{40})/.exec(pem)?.[1] ?? 'no key';
    for (const table of ['actions', 'applications', 'application_steps', 'events', 'jobs', 'idempotency_records']) {
      const rows = await server.hostler.db.read(sql<object, object>(`select * from ${table}`).all({}));
      expect(JSON.stringify(rows)).not.toContain(key);
    }
  });

  it('installs the same certificate again if only its installation has failed', async () => {
    const before = readInside(`/var/lib/hostler/https-${application}/site.pem`);
    await server.hostler.db.write(() =>
      sql(`update applications set https_status = 'pending', https_next_at = 1 where id = ${application}`).run({}),
    );
    expect((await certify()).https).toMatchObject({ status: 'ready', error: null });
    expect(readInside(`/var/lib/hostler/https-${application}/site.pem`)).toBe(before);
  });

  it('is planned at most a year ahead, because the certificates of this authority are valid for years', async () => {
    const { https } = (await server.get(`/applications/show?id=${application}`, account.live)).body.data;
    expect(Date.parse(https?.expires_at ?? '') - server.clock.now()).toBeGreaterThan(2 * 365 * DAY);
    expect(Date.parse(https?.next_attempt_at ?? '') - server.clock.now()).toBeLessThanOrEqual(365 * DAY);
  });

  it('leaves nothing in the machine after the application is removed', async () => {
    const { body } = await server.post(`/applications/remove?id=${application}`, account.live);
    expect(await server.endOf(body.data.action_id, account.live)).toMatchObject({ status: 'succeeded' });
    const file = join(server.dataDir, 'simulated/vps/machines', `vps-${hosting}`, 'inside.json');
    const paths = Object.keys(JSON.parse(readFileSync(file, 'utf8')).files);
    expect(paths.filter((path) => /https|nginx|hostler/.test(path))).toEqual([]);
  });

  async function installOwn(slug: string) {
    const parameters = { domain: `${slug}.example.com` };
    const { status, body } = await server.post('/applications', account.live, {
      hosting_id: hosting,
      slug,
      parameters,
    });
    expect(status, JSON.stringify(body)).toBe(202);
    application = body.data.id;
    await server.endOf(body.data.action_id, account.live);
    isServing = false;
    return certify();
  }

  it('uses a certificate of a short validity again, instead of ordering another one', async () => {
    expect((await installOwn('short')).https).toMatchObject({ status: 'ready', error: null });
  });

  it('reports a reason without the control characters that the machine prints', async () => {
    expect((await installOwn('noisy')).https).toMatchObject({
      status: 'pending',
      error: 'Turning HTTPS on failed on the server: Bad news.',
    });
  });
});
