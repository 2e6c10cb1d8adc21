import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../testing/until.ts';
import { prepareHome, serve } from './server.ts';
import { openWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  return world.close;
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${world.server.url}${path}`, { headers, redirect: 'manual' });

describe('endpoints outside the API', () => {
  test('/healthz returns that the process is alive, its version and its commit', async () => {
    const answer = await get('/healthz');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      success: true,
      data: {
        status: 'alive',
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        commit: expect.stringMatching(/^[0-9a-f]{12}/),
      },
    });
  });

  test('/readyz returns that the database is reachable and migrated, and lists the engines', async () => {
    // On a busy machine an engine may respond after the timeout.
    await eventually(async () => {
      const answer = await get('/readyz');
      expect(answer.status).toBe(200);
      const { success, data } = (await answer.json()) as { success: boolean; data: Record<string, unknown> };
      expect(success).toBe(true);
      expect(data).toMatchObject({ status: 'ready', database: 'ok', rate_limits: 'ok' });
      for (const name of ['vps', 'dns', 'postgresql', 'mariadb', 'mailboxes', 'backup storage']) {
        expect(data.engines).toHaveProperty([name], expect.objectContaining({ reachable: true, state: 'ok' }));
      }
    });
  });

  test('/readyz shows details of the engines to local requests only', async () => {
    const read = async (headers: Record<string, string>) => {
      const answer = (await (await get('/readyz', headers)).json()) as { data: { engines: { vps: object } } };
      return answer.data.engines.vps;
    };
    await eventually(async () =>
      expect(await read({})).toEqual(expect.objectContaining({ detail: expect.any(String), advice: null })),
    );
    const forwarded = await read({ 'x-forwarded-for': '203.0.113.1' });
    expect(Object.keys(forwarded).sort()).toEqual(['reachable', 'state', 'version']);
  });

  test('/metrics returns Prometheus metrics to local requests and counts requests by route and status', async () => {
    await world.client.get('/auth/me', world.alpha.live);
    await world.client.get('/nothing-here');
    const answer = await get('/metrics');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    const text = await answer.text();
    expect(text).toMatch(
      /^hostler_http_request_duration_seconds_count\{[^}]*route="[^"]*\/api\/v1\/auth\/me"[^}]*\} \d+$/m,
    );
    // Unknown paths must not create metric series.
    expect(text).not.toContain('nothing-here');
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(/^(# (HELP|TYPE) .+|[a-z_:][\w:]*(\{.*\})? (-?[\d.e+-]+|NaN|[+-]Inf))$/i);
    }
  });

  test('/metrics refuses forwarded requests', async () => {
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip']) {
      const answer = await get('/metrics', { [header]: '203.0.113.1' });
      expect([header, answer.status]).toEqual([header, 401]);
      expect(await answer.json()).toMatchObject({ success: false, error: { code: 'UNAUTHORIZED' } });
    }
  });

  test('/metrics requires the token if one is set', async () => {
    const home = await prepareHome({ HOSTLER_METRICS_TOKEN: 'a token for Prometheus' });
    const { url, process: running } = await serve(home.settings);
    try {
      const ask = async (authorization?: string) =>
        (await fetch(`${url}/metrics`, { headers: authorization ? { authorization } : {} })).status;
      expect(await ask()).toBe(401);
      expect(await ask('Bearer wrong')).toBe(401);
      expect(await ask('Bearer a token for Prometheus')).toBe(200);
    } finally {
      running.kill('SIGTERM');
      await running.exited;
      await home.remove();
    }
  });

  test('/ serves the panel, or redirects to /docs if no panel was built', async () => {
    const root = await get('/');
    if (root.status === 200) expect(await root.text()).toContain('<div id="root">');
    else expect([root.status, root.headers.get('location')]).toEqual([302, '/docs']);
  });

  test('/docs loads nothing from other hosts', async () => {
    const docs = await fetch(`${world.server.url}/docs`);
    expect(docs.status).toBe(200);
    const html = await docs.text();
    const sources = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source = '']) => source);
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) {
      expect(source).not.toMatch(/^(https?:)?\/\//);
      const part = await fetch(new URL(source, docs.url));
      expect([source, part.status]).toEqual([source, 200]);
    }
  });

  test('/openapi.json is OpenAPI 3.1 with a summary, a scope and possible errors on each operation', async () => {
    const answer = await get('/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const document = (await answer.json()) as { openapi: string; paths: Record<string, Record<string, unknown>> };
    expect(document.openapi).toMatch(/^3\.1\./);
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const operation of Object.values(methods)) {
        expect(operation, path).toMatchObject({
          operationId: expect.any(String),
          summary: expect.any(String),
          description: expect.any(String),
          'x-scopes': expect.any(Array),
          responses: expect.objectContaining({ 429: expect.anything(), 500: expect.anything() }),
        });
      }
    }
  });

  test('operations have unique, readable operation ids', () => {
    const operations = Object.entries(world.client.api.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`]),
    );
    const names = operations.map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+([A-Z][a-z]+)*(\.[a-z][a-zA-Z]*)+$/);
    expect(Object.fromEntries(operations)).toMatchObject({
      'tickets.list': 'GET /api/v1/tickets',
      'tickets.create': 'POST /api/v1/tickets',
      'hosting.restart': 'POST /api/v1/hosting/restart',
      'webhooks.rotateSecret': 'POST /api/v1/webhooks/rotate-secret',
      'backups.schedules.create': 'POST /api/v1/backups/schedules',
      'domains.records.replace': 'POST /api/v1/domains/records',
    });
  });

  test('the OpenAPI document contains every endpoint of the specification', () => {
    const known = new Set(world.client.api.operations.map(({ method, path }) => `${method} ${path}`));
    for (const endpoint of [
      'POST /api/v1/auth/token',
      'POST /api/v1/auth/refresh',
      'GET /api/v1/hosting',
      'GET /api/v1/hosting/show',
      'POST /api/v1/hosting/restart',
      'GET /api/v1/hosting/metrics',
      'GET /api/v1/tickets',
      'GET /api/v1/tickets/show',
      'POST /api/v1/tickets',
      'POST /api/v1/tickets/reply',
      'POST /api/v1/tickets/close',
      'GET /api/v1/domains',
      'GET /api/v1/domains/show',
      'POST /api/v1/domains',
      'POST /api/v1/domains/remove',
      'GET /api/v1/subscriptions',
      'GET /api/v1/subscriptions/show',
      'GET /api/v1/subscriptions/invoices',
      'GET /api/v1/databases',
      'POST /api/v1/databases',
      'POST /api/v1/databases/remove',
      'GET /api/v1/backups',
      'POST /api/v1/backups',
      'POST /api/v1/backups/restore',
      // Added by the contract, not by the specification.
      'GET /api/v1/auth/me',
      'GET /api/v1/actions',
      'GET /api/v1/actions/show',
      'POST /api/v1/hosting/start',
      'POST /api/v1/hosting/stop',
      'POST /api/v1/subscriptions/cancel',
      'GET /api/v1/billing/invoices',
      'GET /api/v1/subscriptions/plans',
      'GET /api/v1/hosting/ssh-keys',
      'POST /api/v1/databases/reset-password',
      'GET /api/v1/applications/catalog',
      'GET /api/v1/applications',
      'GET /api/v1/applications/show',
      'POST /api/v1/applications',
      'POST /api/v1/applications/remove',
    ]) {
      expect([...known]).toContain(endpoint);
    }
  });
});
