import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHostler } from './hostler-process.ts';
import { prepareHome, serve } from './server.ts';

let home: Awaited<ReturnType<typeof prepareHome>>;
beforeAll(async () => {
  home = await prepareHome();
});
afterAll(() => home.remove());

const run = (...args: string[]) => runHostler(args, { ...home.settings, HOSTLER_PROT: '81' });

describe('a mistyped setting', () => {
  test('is named with the nearest setting in the log at the start', async () => {
    const { process: running } = await serve({ ...home.settings, HOSTLER_PROT: '81', HOSTLER_LOG_LEVEL: 'info' });
    const line = await running.logged(({ msg }) => msg === 'unknown setting ignored');
    expect(line).toMatchObject({ setting: 'HOSTLER_PROT', nearest: 'HOSTLER_PORT' });
    running.kill('SIGTERM');
    await running.exited;
  });

  test('is named by doctor, migrate and upgrade check', async () => {
    expect((await run('doctor')).stdout).toMatch(/settings +Works, but needs you\. HOSTLER_PROT is not a setting/);
    expect((await run('migrate')).stderr).toContain('Did you mean HOSTLER_PORT?');
    const { code, stdout } = await run('upgrade', 'check');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Did you mean HOSTLER_PORT?')]);
    expect(stdout).toContain('Nothing prevents the upgrade.');
  });
});

describe('upgrade check and rollback', () => {
  test('refuse a package that is none, and a way back without an upgrade', async () => {
    const file = join(home.dataDir, 'a.deb');
    await writeFile(file, 'not a package');
    expect(await run('upgrade', 'check', '--package', file)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/cannot be unpacked|dpkg-deb is missing/),
    });
    expect(await run('rollback')).toMatchObject({ code: 1, stderr: expect.stringContaining('No upgrade') });
  });
});
