import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildArmPackage } from './testing/packages.ts';
import { serveProgram } from './testing/serve-program.ts';
import { describeShip } from './testing/shared.ts';

const execute = promisify(execFile);
/** The libraries of Node. */
const LIBRARIES = 'libc6,libgcc-s1,libstdc++6';

/** Runs in an emulator: slow, but it starts every program and library that the package contains for ARM. */
describeShip('release', 'the Debian package for ARM', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostler-arm64-'));
  const files = join(folder, 'files');
  const program = join(files, 'usr/lib/hostler/app/node_modules/hostler/bin/hostler.cjs');
  let file: string;
  const emulated = ['-L', files, join(files, 'usr/lib/hostler/bin/node'), program];
  const env = { PATH: process.env.PATH, HOSTLER_DATA_DIR: join(folder, 'data'), HOSTLER_PORT: '0' };
  const hostler = async (...args: string[]) =>
    (await execute('qemu-aarch64-static', [...emulated, ...args], { env })).stdout.trim();

  beforeAll(async () => {
    // Unpacked only: nothing of it runs here.
    const options = ['--variant=extract', '--architectures=arm64', `--include=${LIBRARIES}`, '--skip=check/qemu'];
    await execute('mmdebstrap', [...options, '--quiet', 'bookworm', files]);
    file = await buildArmPackage(folder);
    await execute('dpkg-deb', ['--extract', file, files]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('contains programs for ARM', async () => {
    expect((await execute('dpkg-deb', ['--field', file, 'Architecture'])).stdout.trim()).toBe('arm64');
    expect((await execute('file', [join(files, 'usr/lib/hostler/bin/node')])).stdout).toContain('aarch64');
  });

  it('stores data, serves the panel and ends cleanly in an emulator', async () => {
    expect(await hostler('--version')).toMatch(/^hostler \d/);
    await hostler('account', 'create', '--name', 'Ada', '--email', 'ada@example.com');
    const server = await serveProgram('qemu-aarch64-static', [...emulated, 'serve'], env);
    expect(await (await fetch(`${server.url}/`)).text()).toContain('<html');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(await hostler('account', 'list', '--json')).toContain('ada@example.com');
  });
});
