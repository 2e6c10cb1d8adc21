import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Client } from './client.ts';
import { type HostlerProcess, runHostler } from './hostler-process.ts';
import { runsOnPostgres } from './seed.ts';
import { prepareHome, serve } from './server.ts';
import { queryStored } from './stored.ts';
import { startTcpProxy } from './tcp-proxy.ts';
import { openWorld } from './world.ts';

/** Stops the process and reports its log if it failed or ended early. */
async function stopWell(running: HostlerProcess): Promise<void> {
  running.kill('SIGTERM');
  const { code, signal } = await running.exited;
  if (code !== 0) throw new Error(`hostler ended with ${code ?? signal}: ${running.stderr().slice(-3_000)}`);
}

describe('kill -9', () => {
  test('during an accepted restart of a VPS does not lose it: the restart completes after the server starts', async () => {
    const world = await openWorld({ errorsExpected: true });
    try {
      const { client, alpha, server } = world;
      const path = `/hosting/show?id=${alpha.hosting}`;
      await client.until(path, alpha.live, ({ status }) => status === 'running');
      await server.terminate();
      await server.restart({ HOSTLER_SIMULATED_DELAY_MS: '60000' });
      const accepted = await client.post(`/hosting/restart?id=${alpha.hosting}`, alpha.live);
      expect(accepted.status).toBe(202);
      const action = `/actions/show?id=${accepted.body.data.action_id}`;
      await client.until(action, alpha.live, ({ status }) => status === 'running');
      await server.crash();
      await server.restart();
      expect((await client.get(path, alpha.live)).body.data).toMatchObject({ status: 'restarting' });
      // The lease of the dead process must expire first.
      await client.until(`${action}&wait=30`, alpha.live, ({ status }) => status === 'succeeded');
      expect((await client.get(path, alpha.live)).body.data).toMatchObject({ status: 'running' });
      const events = await queryStored(server.settings, `select id from events where type = 'hosting.restarted'`);
      expect(events).toHaveLength(1);
    } finally {
      await world.close();
    }
  });
});

describe('SIGTERM', () => {
  test('sets /readyz to 503, finishes requests, ends long polls, and exits with code 0', async () => {
    const world = await openWorld({ errorsExpected: true });
    try {
      const { client, alpha, server } = world;
      await client.until(`/hosting/show?id=${alpha.hosting}`, alpha.live, ({ status }) => status === 'running');
      await server.terminate();
      // Long enough for three requests on a machine that is busy with other tests.
      await server.restart({ HOSTLER_SIMULATED_DELAY_MS: '60000', HOSTLER_SHUTDOWN_DELAY_SECONDS: '8' });
      const { body } = await client.post(`/hosting/restart?id=${alpha.hosting}`, alpha.live);
      const action = `/actions/show?id=${body.data.action_id}`;
      await client.until(action, alpha.live, ({ status }) => status === 'running');
      const longPoll = client.get(`${action}&wait=30`, alpha.live);
      const slow = client.post(
        '/tickets',
        alpha.test,
        { subject: 'a', message: 'b' },
        { 'x-sandbox-scenario': 'slow' },
      );
      // Both requests are being processed once a later request is answered.
      await client.get('/auth/me', alpha.live);
      const start = performance.now();
      const exit = server.terminate();
      // Load balancers are told to stop sending requests; late ones are still answered.
      await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
      expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({
        data: { status: 'not ready', note: expect.stringContaining('told to stop') },
      });
      const late = await client.get('/auth/me', alpha.live);
      expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
      expect((await longPoll).body.data).toMatchObject({ status: 'running' });
      expect(performance.now() - start).toBeLessThan(20_000);
      expect((await slow).status).toBe(201);
      expect(await exit).toEqual({ code: 0, signal: null });
      expect(performance.now() - start).toBeLessThan(30_000);
      await expect(client.get('/auth/me', alpha.live)).rejects.toThrow(TypeError);

      await server.restart();
      await client.until(`${action}&wait=30`, alpha.live, ({ status }) => status === 'succeeded');
    } finally {
      await world.close();
    }
  });

  test('does not wait for a client that never reads its response', async () => {
    const world = await openWorld();
    const { hostname, port } = new URL(world.server.url);
    const deaf = connect(Number(port), hostname).pause();
    try {
      await once(deaf, 'connect');
      // More data than the socket buffers hold.
      deaf.write('GET /docs/scalar.js HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(16));
      await world.client.get('/auth/me', world.alpha.live);
      expect(await world.server.terminate()).toEqual({ code: 0, signal: null });
    } finally {
      deaf.destroy();
      await world.close();
    }
  });
});

describe.runIf(runsOnPostgres)('an unreachable PostgreSQL server', () => {
  test('causes 500 in the envelope, and the process stays healthy and recovers by itself', async () => {
    const home = await prepareHome();
    const direct = new URL(home.settings.HOSTLER_DATABASE_URL ?? '');
    const proxy = await startTcpProxy(direct.hostname, Number(direct.port));
    direct.port = String(proxy.port);
    const { url, process: running } = await serve({ ...home.settings, HOSTLER_DATABASE_URL: direct.href });
    try {
      const client = await Client.connect({ url });
      const { live } = home.seed.alpha;
      const probe = async (path: string) => (await fetch(`${url}${path}`)).status;
      expect((await client.post('/tickets', live, { subject: 'Before', message: 'm' })).status).toBe(201);
      expect([await probe('/healthz'), await probe('/readyz')]).toEqual([200, 200]);
      for (let round = 0; round < 2; round++) {
        await proxy.cut();
        for (const ask of [
          () => client.get('/tickets', live),
          () => client.post('/tickets', live, { subject: 'During', message: 'm' }),
          () => client.post('/auth/token', undefined, { api_key: live }),
        ]) {
          const { status, body } = await ask();
          expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
          expect(body.error.message).not.toMatch(/ECONN|127\.0\.0\.1|postgres/i);
        }
        expect([await probe('/healthz'), await probe('/readyz')]).toEqual([200, 503]);
        // A request without credentials needs no database query.
        expect((await client.get('/tickets')).status).toBe(401);
        await proxy.restore();
        await expect.poll(async () => probe('/readyz')).toBe(200);
        await expect.poll(async () => (await client.get('/tickets', live)).status).toBe(200);
        expect((await client.post('/tickets', live, { subject: 'After', message: 'm' })).status).toBe(201);
      }
      expect(await client.total('/tickets', live)).toBe(3);
      // The log must contain neither credentials nor connection details.
      for (const secret of [direct.password, live, 'parsedStatements']) expect(running.stderr()).not.toContain(secret);
      // Background work continues too: the VPS of the seed can be restarted.
      const path = `/hosting/show?id=${home.seed.alpha.hosting}`;
      await client.until(path, live, ({ status }) => status === 'running');
      const restart = await client.post(`/hosting/restart?id=${home.seed.alpha.hosting}`, live);
      const action = `/actions/show?id=${restart.body.data.action_id}&wait=30`;
      await client.until(action, live, ({ status }) => status === 'succeeded');
    } finally {
      await stopWell(running);
      await proxy.close();
      await home.remove();
    }
  });

  test('at startup is reported in a one-line error', async () => {
    const home = await prepareHome({ HOSTLER_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
    try {
      const { code, stderr } = await runHostler(['serve'], home.settings);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^hostler: The database is not reached\..+\n$/);
    } finally {
      await home.remove();
    }
  });
});

describe.skipIf(runsOnPostgres)('a full disk', () => {
  const run = promisify(execFile);

  test('returns 500 for writes while reads still work, and accepts writes again once there is space', async ({
    skip,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'hostler-small-disk-'));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder]);
    } catch (error) {
      await rm(folder, { recursive: true });
      if (process.env.CI === 'true') throw error;
      skip('a small disk cannot be mounted here');
    }
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    const home = await prepareHome();
    const settings = { ...home.settings, HOSTLER_DATA_DIR: dataDir };
    await run('cp', ['-a', `${home.dataDir}/.`, dataDir]);
    const { url, process: running } = await serve(settings);
    try {
      const client = await Client.connect({ url });
      const { live, hosting } = home.seed.alpha;
      await client.until(`/hosting/show?id=${hosting}`, live, ({ status }) => status === 'running');
      const kept: number[] = [];
      const write = async () => {
        const answer = await client.post('/tickets', live, { subject: 'Full', message: 'x'.repeat(20_000) });
        if (answer.status === 201) kept.push(answer.body.data.id);
        return answer;
      };
      expect((await write()).status).toBe(201);
      for (let round = 0; round < 2; round++) {
        const filler = join(folder, 'filler');
        await fillUp(folder, filler);
        let refused = await write();
        // Writes that fit into the write-ahead log still succeed.
        for (let count = 0; refused.status === 201 && count < 500; count++) refused = await write();
        expect([refused.status, refused.body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
        expect(refused.body.error.message).not.toMatch(/disk|sqlite/i);
        expect(refused.body.error.message).toContain('try again later');
        const unready = await fetch(`${url}/readyz`);
        expect(unready.status).toBe(503);
        const doctor = await runHostler(['doctor'], settings);
        expect(doctor.code).toBe(1);
        expect(doctor.stdout).toMatch(/^database +Not reached\. There is no space left on the disk of /m);
        expect(await unready.text()).toContain('There is no space left');
        expect(await (await fetch(`${url}/metrics`)).text()).toContain('hostler_db_unavailable{reason="full"} 1');
        const many = await Promise.all(Array.from({ length: 10 }, write));
        expect(many.map(({ status }) => status)).toContain(500);
        expect((await client.get('/tickets', live)).status).toBe(200);
        expect((await client.get(`/tickets/show?id=${kept[0]}`, live)).status).toBe(200);
        expect((await fetch(`${url}/healthz`)).status).toBe(200);
        await rm(filler);
        // Without any request that writes.
        await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
        await expect.poll(async () => (await write()).status).toBe(201);
      }
      expect(running.stderr()).not.toContain('"stack"');
      expect(running.log().filter(({ msg }) => msg === 'outage began').length).toBeLessThanOrEqual(2);
      const listed = (await client.all('/tickets', live)).map(({ id }) => id);
      expect(listed.toSorted((a, b) => a - b)).toEqual(kept.toSorted((a, b) => a - b));
      expect(await client.total('/tickets', live)).toBe(kept.length);
      const [events] = await queryStored(settings, `select count(*) as n from events where type = 'ticket.created'`);
      expect(events?.n).toBe(kept.length);
    } finally {
      await stopWell(running);
      await run('umount', [folder]);
      await rm(folder, { recursive: true });
      await home.remove();
    }
  });

  async function fillUp(folder: string, name: string): Promise<void> {
    const file = await open(name, 'w');
    try {
      for (const size of [65_536, 4_096]) {
        for (;;) {
          const { bavail, bsize } = await statfs(folder);
          if (bavail * bsize < size) break;
          await file.write(Buffer.alloc(size, 1));
        }
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      await file.close();
    }
  }
});
