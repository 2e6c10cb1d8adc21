import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openWorld, type World } from '../world.ts';

/** Port 9 and the folder are unused on this machine. */
const AWAY = {
  HOSTLER_VPS_ENGINE: 'incus',
  HOSTLER_INCUS_URL: 'unix:/nonexistent/unix.socket',
  HOSTLER_DNS_ENGINE: 'powerdns',
  HOSTLER_POWERDNS_URL: 'http://127.0.0.1:9',
  HOSTLER_POWERDNS_KEY: 'a key that opens nothing',
  HOSTLER_POSTGRES_ADMIN_URL: 'postgres://admin:a-secret-password@127.0.0.1:9/postgres',
  HOSTLER_MARIADB_ADMIN_URL: 'mysql://admin:a-secret-password@127.0.0.1:9',
  HOSTLER_MAIL_ENGINE: 'dovecot-postfix',
  HOSTLER_MAIL_HOST: 'mail.away.test',
  HOSTLER_MAIL_DIR: '/nonexistent/mail',
  HOSTLER_DNS_RESOLVERS: '127.0.0.1:9',
};

let world: World;

beforeAll(async () => {
  world = await openWorld({ settings: AWAY });
});
afterAll(() => world.close());

const post = (path: string, body: object) => world.client.post<Record<string, never>>(path, world.alpha.live, body);

describe('with every engine unreachable', () => {
  test('reads and writes are answered without waiting for the engines', async () => {
    expect((await world.client.get('/hosting', world.alpha.live)).status).toBe(200);
    expect((await post('/domains', { domain: 'away.test' })).status).toBe(201);
    expect((await post('/emails', { address: 'jo@away.test' })).status).toBe(201);
    expect((await post('/databases', { name: 'postgres_away' })).status).toBe(201);
    expect((await post('/databases', { name: 'mariadb_away', engine: 'mariadb' })).status).toBe(201);
    const actions = await world.client.all('/actions', world.alpha.live);
    expect(actions.length).toBeGreaterThanOrEqual(3);
    for (const { status } of actions) expect(['queued', 'running']).toContain(status);
  });

  test('the server is ready, and tells the operator which engine is unreachable and what to do', async () => {
    const answer = await fetch(`${world.server.url}/readyz`);
    expect(answer.status).toBe(200);
    const { data } = (await answer.json()) as { data: { engines: Record<string, Record<string, unknown>> } };
    for (const name of ['vps', 'dns', 'postgresql', 'mariadb', 'mailboxes']) {
      expect(data.engines[name]).toMatchObject({
        reachable: false,
        state: 'not reached',
        detail: expect.stringMatching(/\w.*\w/),
        advice: expect.stringMatching(/\w.*\w/),
      });
    }
    expect(JSON.stringify(data)).not.toContain('a-secret-password');
  });

  test('the log has one warning without a stack per engine, and no error', async () => {
    const begun = () => world.server.process.log().filter(({ msg }) => msg === 'outage began');
    const engines = () => begun().map(({ engine }) => engine);
    await until(() => ['vps', 'dns', 'postgresql', 'mariadb', 'mail'].every((name) => engines().includes(name)));
    expect(begun().every(({ reason }) => typeof reason === 'string')).toBe(true);
    expect(world.server.process.log().filter(({ level = 0 }) => level >= 50)).toEqual([]);
    expect(world.server.process.stderr()).not.toContain('"stack"');
  });

  test('the log contains no secret of an engine', () => {
    for (const secret of ['a-secret-password', 'a key that opens nothing']) {
      expect(world.server.process.stderr()).not.toContain(secret);
    }
  });
});
