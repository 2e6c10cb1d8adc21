import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_RELEASE, findLastRelease, unpackRelease } from '../testing/last-release.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { type HostlerProcess, runCommand, runHostler, type Settings, startHostler } from './hostler-process.ts';
import { runsOnPostgres, sharedFolder } from './seed.ts';
import { type Home, prepareHome, serve } from './server.ts';
import { queryStored } from './stored.ts';
import { startTcpProxy } from './tcp-proxy.ts';

const run = promisify(execFile);
const hasIpv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'));
const release = findLastRelease(FIRST_RELEASE);

async function stop(running: HostlerProcess): Promise<void> {
  running.kill('SIGTERM');
  await running.exited;
}

describe('at the start', () => {
  let home: Home;
  beforeAll(async () => {
    home = await prepareHome();
  });
  afterAll(() => home.remove());

  test('a used port is named in one sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await runHostler(['serve'], { ...home.settings, HOSTLER_PORT: String(port) });
    other.close();
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^hostler: Port \d+ is in use by another program\..+\n$/),
    ]);
  });

  test.skipIf(!hasIpv6)('a host that has only IPv6 is served, and its address is printed as one', async () => {
    const { url, process: running } = await serve({ ...home.settings, HOSTLER_HOST: '::1' });
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await stop(running);
  });
});

describe.runIf(runsOnPostgres)('a PostgreSQL server that is too old', () => {
  /** Writes version 14 over the version of the real server. */
  const rewrite = (chunk: Buffer): Buffer => {
    const text = chunk.toString('latin1');
    return Buffer.from(text.replace(/1\d(?=00\d\d)|1\d(?=\.\d+ \()/g, '14'), 'latin1');
  };

  test('is named in one sentence before anything is created in it', async () => {
    const { directUrl, drop } = await createTestDatabase({ template: 'empty', migrate: async () => {} });
    const url = new URL(directUrl);
    const proxy = await startTcpProxy(url.hostname, Number(url.port), { rewrite });
    url.port = String(proxy.port);
    const folder = await mkdtemp(join(sharedFolder(), 'old-server-'));
    const settings = {
      HOSTLER_DATA_DIR: folder,
      HOSTLER_DATABASE_URL: url.href,
      HOSTLER_SECRET_KEY: 'a secret key of at least 32 characters',
    };
    try {
      for (const command of ['migrate', 'serve']) {
        const { code, stderr } = await runHostler([command], settings);
        expect([code, stderr]).toEqual([
          1,
          expect.stringMatching(
            /^hostler: PostgreSQL 14\.\d+ is too old: Hostler needs PostgreSQL 15 or newer\. .+\n$/,
          ),
        ]);
      }
      const tables = await queryStored(
        { HOSTLER_DATABASE_URL: directUrl },
        'select table_name from information_schema.tables where table_schema = current_schema()',
      );
      expect(tables).toEqual([]);
    } finally {
      await proxy.close();
      await drop();
      await rm(folder, { recursive: true });
    }
  });
});

describe.skipIf(!release)('the migration from the first release', () => {
  let folder: string;
  let program: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(sharedFolder(), 'first-release-'));
    const released = join(folder, 'release');
    await mkdir(released);
    unpackRelease(release as string, released);
    program = join(released, 'server/src/main.ts');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Makes an installation of the first release with one account. */
  async function makeReleased(dataDir: string): Promise<{ settings: Settings; drop: () => Promise<void> }> {
    const database = runsOnPostgres
      ? await createTestDatabase({ template: 'empty', migrate: async () => {} })
      : undefined;
    const settings = {
      HOSTLER_DATA_DIR: dataDir,
      HOSTLER_SECRET_KEY: 'a secret key of at least 32 characters',
      ...(database ? { HOSTLER_DATABASE_URL: database.directUrl } : {}),
    };
    await mkdir(dataDir, { recursive: true });
    const create = ['account', 'create', '--name', 'Ada', '--email', 'ada@example.com'];
    for (const command of [['migrate'], create]) {
      expect(await runHostler(command, settings, { program })).toMatchObject({ code: 0 });
    }
    return { settings, drop: async () => database?.drop() };
  }

  const countSteps = async (settings: Settings) =>
    Number((await queryStored(settings, 'select count(*) as count from migrations'))[0]?.count);
  const isCopying = async ({ HOSTLER_DATA_DIR: data = '' }: Settings) =>
    (await readdir(join(data, 'copies')).catch(() => [])).length > 0;
  const isChanging = async ({ HOSTLER_DATA_DIR: data = '' }: Settings) =>
    stat(join(data, 'hostler.db-wal')).then(
      ({ size }) => size > 0,
      () => false,
    );

  test('loses nothing in a power cut, and the next start completes it', async () => {
    const { settings, drop } = await makeReleased(join(folder, 'power-cut'));
    try {
      const released = await countSteps(settings);
      // SQLite applies all steps in one transaction, PostgreSQL each in its own.
      const hasSteps = async () => (await countSteps(settings)) > released + 20;
      for (const isNow of [isCopying, runsOnPostgres ? hasSteps : isChanging]) {
        const migration = startHostler(['migrate'], settings);
        const ended = migration.exited.then(() => true);
        while (!(await isNow(settings)) && !(await Promise.race([ended, false]))) await new Promise(setImmediate);
        migration.kill('SIGKILL');
        await ended;
      }
      expect(await runHostler(['migrate'], settings)).toMatchObject({ code: 0 });
      expect(await countSteps(settings)).toBeGreaterThan(released + 20);
      expect(await runCommand(['account', 'list'], settings)).toMatchObject([{ email: 'ada@example.com' }]);
    } finally {
      await drop();
    }
  });

  test.skipIf(runsOnPostgres)('loses nothing on a full disk, and completes once there is space', async ({ skip }) => {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk]);
    } catch (error) {
      if (process.env.CI === 'true') throw error;
      skip('a small disk cannot be mounted here');
    }
    try {
      const made = await makeReleased(join(disk, 'data'));
      const settings = { ...made.settings, HOSTLER_COPY_DIR: join(folder, 'copies') };
      const released = await countSteps(settings);
      // Space for some steps only.
      const filler = join(disk, 'filler');
      await writeFile(filler, '');
      const { bavail, bsize } = await statfs(disk);
      await run('fallocate', ['--length', String(bavail * bsize - 256 * 1024), filler]);
      const { code, stderr } = await runHostler(['migrate'], settings);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^hostler: There is no space left on the disk[^\n]*\n$/m),
      ]);
      expect(await countSteps(settings)).toBe(released);
      await rm(filler);
      expect(await runHostler(['migrate'], settings)).toMatchObject({ code: 0 });
      expect(await runCommand(['account', 'list'], settings)).toMatchObject([{ email: 'ada@example.com' }]);
    } finally {
      await run('umount', [disk]);
    }
  });
});
