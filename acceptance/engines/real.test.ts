import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { Client as PostgresClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Backup, DatabaseWithPassword, Hosting } from '../../testing/api-types.ts';
import { runInside } from '../../testing/services/lxd-command.ts';
import { parsePowerDnsUrl } from '../../testing/services/powerdns.ts';
import { eventually } from '../../testing/until.ts';
import { openWorld, type World } from '../world.ts';

type Act = '/backups' | '/backups/restore' | '/hosting/restart' | '/hosting/start' | '/hosting/access';

const VARIABLES = ['LXD', 'POWERDNS', 'POSTGRES', 'MARIADB'];
const missing = VARIABLES.find((name) => !process.env[`HOSTLER_TEST_${name}_URL`]);
const given = (name: string) => process.env[`HOSTLER_TEST_${name}_URL`] ?? '';

describe.skipIf(missing)(`on real engines${missing ? ` [${missing} is not started in this run]` : ''}`, () => {
  const project = `accept-${randomBytes(4).toString('hex')}`;
  /** A network of its own: a test deletes a machine outside Hostler, and others must not get its free address. */
  const network = project.replace('accept-', 'acc');
  const dns = parsePowerDnsUrl(given('POWERDNS') || 'http://hostler:key@127.0.0.1:1/?nameserver=127.0.0.1:1');
  let world: World;
  let hosting: number;

  beforeAll(async () => {
    const addresses = ['ipv4.address=10.119.0.1/24', 'ipv4.nat=false', 'ipv6.address=none'];
    await lxc('network', 'create', network, 'dns.mode=none', ...addresses);
    await lxc('profile', 'create', network);
    await lxc('profile', 'device', 'add', network, 'root', 'disk', 'path=/', 'pool=default');
    await lxc('profile', 'device', 'add', network, 'eth0', 'nic', 'name=eth0', `network=${network}`);
    world = await openWorld({
      settings: {
        HOSTLER_VPS_ENGINE: 'incus',
        HOSTLER_INCUS_URL: given('LXD'),
        HOSTLER_INCUS_PROJECT: project,
        HOSTLER_INCUS_PROFILE: network,
        HOSTLER_DNS_ENGINE: 'powerdns',
        HOSTLER_POWERDNS_URL: dns.url,
        HOSTLER_POWERDNS_KEY: dns.key,
        HOSTLER_POWERDNS_NAMESERVER: dns.nameServer,
        HOSTLER_POSTGRES_ADMIN_URL: given('POSTGRES'),
        HOSTLER_MARIADB_ADMIN_URL: given('MARIADB'),
        HOSTLER_METRICS_EVERY_SECONDS: '1',
        HOSTLER_RECONCILE_EVERY_SECONDS: '1',
      },
    });
    const size = ['--vcpus', 1, '--memory-mb', 128, '--disk-gb', 1, '--image', 'busybox'];
    await world.server.command('plan', 'create', '--name', 'real', '--price', 100, ...size);
    const created = await world.server.command<{ id: number }>(
      ...['hosting', 'create', '--account', world.alpha.id, '--hostname', 'web.test', '--plan', 'real', '--wait'],
    );
    hosting = created.id;
  });
  afterAll(async () => {
    await world.server.command('hosting', 'terminate', '--id', hosting, '--wait');
    await world.close();
    await lxc('project', 'delete', project);
    await lxc('profile', 'delete', network);
    await lxc('network', 'delete', network);
  });

  async function lxc(...args: string[]): Promise<string> {
    const env = { ...process.env, LXD_DIR: dirname(given('LXD').replace(/^unix:/, '')) };
    return (await promisify(execFile)('lxc', args, { env })).stdout.trim();
  }
  const machine = () => `vps-${hosting}`;
  const exec = (...script: string[]) => lxc('exec', machine(), '--project', project, '--', ...script);
  const run = (script: string) => runInside(exec, script);
  const listMachines = () => lxc('list', '--project', project, '--format', 'csv', '--columns', 'ns4');

  /** Waits for the address, which a booted machine gets a moment later. */
  async function untilListed(line: string): Promise<void> {
    await eventually(async () => expect(await listMachines()).toBe(line));
  }

  async function dig(name: string, type: string): Promise<string[]> {
    const [host = '', port = ''] = dns.nameServer.split(':');
    const { stdout } = await promisify(execFile)('dig', [`@${host}`, '-p', port, '+short', name, type]);
    return stdout.split('\n').filter(Boolean);
  }

  const show = () => world.client.get(`/hosting/show?id=${hosting}`, world.alpha.live);
  const untilHosting = (condition: (found: Hosting) => boolean) =>
    world.client.until(`/hosting/show?id=${hosting}`, world.alpha.live, condition);

  async function act(path: Act, body: object) {
    const { status, body: answer } = await world.client.post(path, world.alpha.live, body);
    expect([path, status]).toEqual([path, 202]);
    await world.client.until(
      `/actions/show?id=${answer.data.action_id}&wait=30`,
      world.alpha.live,
      ({ status: state, error }) => {
        expect(error).toBeNull();
        return state === 'succeeded';
      },
    );
    return answer.data;
  }

  async function backUp(what: object): Promise<Backup> {
    const { id } = await act('/backups', what);
    const backups = await world.client.all('/backups', world.alpha.live);
    const backup = backups.find((known) => known.id === id);
    expect(backup).toMatchObject({ status: 'completed', checksum: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(backup?.verified_at).not.toBeNull();
    return backup as Backup;
  }

  test('a VPS is created, restarted, backed up, destroyed and restored, and the engine’s own tool confirms each step', async () => {
    const { ipv4, node } = (await show()).body.data;
    expect(node).not.toBe('');
    expect(await listMachines()).toBe(`${machine()},RUNNING,${ipv4[0]} (eth0)`);

    await run('echo precious > /root/data && sync');
    const before = await run('cat /proc/1/stat | cut -d" " -f22');
    await act('/hosting/restart', { id: hosting, force: true });
    await untilListed(`${machine()},RUNNING,${ipv4[0]} (eth0)`);
    expect(await run('cat /proc/1/stat | cut -d" " -f22')).not.toBe(before);

    const backup = await backUp({ hosting_id: hosting });
    expect(backup.size_bytes).toBeGreaterThan(100_000);
    await run('echo spoiled > /root/data && sync');

    await lxc('delete', '--force', machine(), '--project', project);
    expect(await listMachines()).toBe('');
    await untilHosting(({ status }) => status === 'error');

    await act('/backups/restore', { id: backup.id });
    expect((await show()).body.data).toMatchObject({ status: 'running', ipv4 });
    await untilListed(`${machine()},RUNNING,${ipv4[0]} (eth0)`);
    expect(await run('cat /root/data')).toBe('precious');
  });

  test('a VPS that is stopped outside Hostler is shown as stopped, and its owner can start it', async () => {
    await untilHosting(({ status }) => status === 'running');
    await lxc('stop', '--force', machine(), '--project', project);
    await untilHosting(({ status }) => status === 'stopped');
    await act('/hosting/start', { id: hosting });
    expect(await listMachines()).toContain('RUNNING');
  });

  test('the owner’s public keys are installed', async () => {
    await untilHosting(({ status }) => status === 'running');
    const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE1tF6dPcVYOkjNwQXTTT0hBXrxyPzVpVmKxPzXq0FbW owner';
    await act('/hosting/access', { id: hosting, ssh_keys: [key] });
    expect(await run('cat /root/.ssh/authorized_keys')).toContain(key.split(' ')[1]);
  });

  test('the measurements of a VPS become its metrics', async () => {
    await untilHosting(({ status }) => status === 'running');
    const { series } = await world.client.until(
      `/hosting/metrics?id=${hosting}`,
      world.alpha.live,
      // A stopped machine uses no memory.
      (metrics) => (metrics.series.memory_used_bytes?.values.at(-1)?.[1] ?? 0) > 0,
    );
    const [, memory] = series.memory_used_bytes?.values.at(-1) ?? [0, 0];
    expect(memory).toBeLessThanOrEqual(128 * 2 ** 20);
  });

  test('the zone of a domain is created and removed', async () => {
    const domain = `zone-${randomBytes(4).toString('hex')}.test`;
    await untilHosting(({ ipv4 }) => ipv4.length > 0);
    const { ipv4 } = (await show()).body.data;
    const { body } = await world.client.post('/domains', world.alpha.live, {
      domain,
      hosting_id: hosting,
    });
    await world.client.until(
      `/domains/show?id=${body.data.id}`,
      world.alpha.live,
      ({ dns_status }) => dns_status === 'ok',
    );
    expect(await dig(domain, 'A')).toEqual(ipv4);
    expect(await dig(`www.${domain}`, 'A')).toEqual(ipv4);
    expect(await dig(domain, 'SOA')).toHaveLength(1);
    await world.client.post('/domains/remove', world.alpha.live, { id: body.data.id });
    while ((await dig(domain, 'SOA')).length > 0);
  });

  test('a PostgreSQL database accepts only its owner’s connections, and a restore recovers its content', async () => {
    const mine = await createDatabase(world.alpha.live, 'postgresql');
    const theirs = await createDatabase(world.beta.live, 'postgresql');
    const query = async <T>(uri: string, text: string): Promise<T[]> => {
      const client = new PostgresClient({ connectionString: uri });
      await client.connect();
      try {
        return (await client.query(text)).rows as T[];
      } finally {
        await client.end();
      }
    };
    await query(mine.uri, "create table t (word text); insert into t values ('precious')");
    await expect(query(replacePath(mine.uri, theirs.uri), 'select 1')).rejects.toThrow(/permission denied/);
    const backup = await backUp({ database_id: mine.id });
    await query(mine.uri, 'drop table t');
    await act('/backups/restore', { id: backup.id });
    expect(await query(mine.uri, 'select word from t')).toEqual([{ word: 'precious' }]);
  });

  test('a MariaDB database accepts only its owner’s connections, and a restore recovers its content', async () => {
    const mine = await createDatabase(world.alpha.live, 'mariadb');
    const theirs = await createDatabase(world.beta.live, 'mariadb');
    const query = async (uri: string, text: string) => {
      const connection = await createConnection(uri);
      try {
        return (await connection.query(text))[0];
      } finally {
        await connection.end();
      }
    };
    await query(mine.uri, 'create table t (word text)');
    await query(mine.uri, "insert into t values ('precious')");
    await expect(query(replacePath(mine.uri, theirs.uri), 'select 1')).rejects.toThrow(/Access denied/);
    const backup = await backUp({ database_id: mine.id });
    await query(mine.uri, 'drop table t');
    await act('/backups/restore', { id: backup.id });
    expect(await query(mine.uri, 'select word from t')).toEqual([{ word: 'precious' }]);
  });

  /** Returns the URI with another database. */
  function replacePath(uri: string, other: string): string {
    const url = new URL(uri);
    url.pathname = new URL(other).pathname;
    return url.href;
  }

  async function createDatabase(key: string, engine: string): Promise<DatabaseWithPassword> {
    const name = `d${randomBytes(4).toString('hex')}`;
    const { body } = await world.client.post('/databases', key, { name, engine });
    const created = body.data;
    await world.client.until(`/databases?search=${name}`, key, ([found]) => found?.status === 'active');
    return created;
  }

  test('doctor reaches every engine and shows its version', async () => {
    // The check times out after three seconds and reports a busy engine as unreachable.
    const parts = await eventually(() =>
      world.server.command<{ part: string; state: string; version: string }[]>('doctor'),
    );
    const found = new Map(parts.map(({ part, state, version }) => [part, { state, version }]));
    for (const [part, version] of Object.entries({
      vps: /^LXD \d/,
      dns: /^PowerDNS \d/,
      postgresql: /^PostgreSQL \d/,
      mariadb: /^MariaDB \d/,
    })) {
      expect(found.get(part)?.state).not.toBe('not reached');
      expect(found.get(part)?.version).toMatch(version);
    }
  });
});
