import { spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../packages/database/src/index.ts';
import { setOutcomes } from '../../server/src/engines/vps/simulated-steps/outcomes.ts';
import { DAY, HOUR } from '../../server/src/kernel/time.ts';
import { describeWithService } from '../../testing/describe-with-service.ts';
import { makeServer, writeRecipe } from '../../testing/server/recipes.ts';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/server/server.ts';
import { parsePebbleUrl, serveProofs } from '../../testing/services/pebble.ts';

const CERTIFY = 'applications.certify';
const DOMAIN = { name: 'domain', label: 'Domain', type: 'string', required: false, max: 253 };

/** Returns the PEM of a new key and its certificate that is valid for 30 days. */
function makeCertificate(): string {
  const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'];
  const { stdout } = spawnSync('openssl', ['req', ...options, '-subj', '/CN=own', '-keyout', '-'], {
    encoding: 'utf8',
  });
  return stdout;
}

/** The parts of a certificate inside a simulated machine. */
interface Inside {
  key?: string;
  proofs?: Record<string, string>;
  pem?: string;
}

describeWithService('pebble', 'HTTPS of an application with a certificate of an ACME authority', (text) => {
  const { url, ca, webPort } = parsePebbleUrl(text);
  let server: TestServer;
  let account: TestAccount;
  let web: Server;
  let hosting: number;
  let isServing = true;

  const engine = () => join(server.dataDir, 'simulated', 'vps');
  const fileOfMachine = () => join(engine(), 'machines', `vps-${hosting}`, 'inside.json');
  const folder = () => `/var/lib/hostler/https-${application}`;
  const readInside = (): Inside => JSON.parse(readFileSync(fileOfMachine(), 'utf8')).certificates[folder()] ?? {};

  beforeAll(async () => {
    const recipeDir = mkdtempSync(join(tmpdir(), 'hostler-https-'));
    for (const slug of ['short', 'noisy']) {
      writeRecipe(recipeDir, { slug, parameters: [DOMAIN], https: { script: 'true' } });
    }
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
    await setOutcomes(engine(), { 'noisy/Turn HTTPS on': { stderr: '\0Bad news.\n', exitCode: 1 } });
    // In place of the web server of the simulated machine.
    web = createServer((request, answer) => {
      const token = request.url?.replace('/.well-known/acme-challenge/', '') ?? '';
      const content = isServing ? readInside().proofs?.[token] : undefined;
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

    const { pem = '', ...rest } = readInside();
    expect(rest).toEqual({});
    const certificate = new X509Certificate(pem);
    expect(certificate.checkHost('shop.example.com')).toBe('shop.example.com');
    expect(certificate.checkPrivateKey(createPrivateKey(pem))).toBe(true);
    expect(ready.https?.expires_at?.slice(0, 16)).toBe(new Date(certificate.validTo).toISOString().slice(0, 16));

    const key = /BEGIN PRIVATE KEY-----\n(\S{40})/.exec(pem)?.[1] ?? 'no key';
    for (const table of ['actions', 'applications', 'application_steps', 'events', 'jobs', 'idempotency_records']) {
      const rows = await server.hostler.db.read(sql<object, object>(`select * from ${table}`).all({}));
      expect(JSON.stringify(rows)).not.toContain(key);
    }
  });

  it('installs the same certificate again if only its installation has failed', async () => {
    const before = readInside();
    await server.hostler.db.write(() =>
      sql(`update applications set https_status = 'pending', https_next_at = 1 where id = ${application}`).run({}),
    );
    expect((await certify()).https).toMatchObject({ status: 'ready', error: null });
    expect(readInside()).toEqual(before);
  });

  it('is planned at most a year ahead, because the certificates of this authority are valid for years', async () => {
    const { https } = (await server.get(`/applications/show?id=${application}`, account.live)).body.data;
    expect(Date.parse(https?.expires_at ?? '') - server.clock.now()).toBeGreaterThan(2 * 365 * DAY);
    expect(Date.parse(https?.next_attempt_at ?? '') - server.clock.now()).toBeLessThanOrEqual(365 * DAY);
  });

  it('leaves nothing in the machine after the application is removed', async () => {
    const { body } = await server.post(`/applications/remove?id=${application}`, account.live);
    expect(await server.endOf(body.data.action_id, account.live)).toMatchObject({ status: 'succeeded' });
    expect(JSON.parse(readFileSync(fileOfMachine(), 'utf8')).certificates).toEqual({});
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
    const inside = { certificates: { [folder()]: { pem: makeCertificate() } } };
    writeFileSync(fileOfMachine(), JSON.stringify(inside));
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
