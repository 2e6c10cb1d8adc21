import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installPackages } from '../scripts/deb/install-packages.ts';
import { buildImage } from './testing/packages.ts';
import { LIMITS, Podman } from './testing/podman.ts';
import { describeShip } from './testing/shared.ts';
import { unpackImage } from './testing/unpacked-image.ts';

const MEGABYTE = 1_000_000;
/** The strictest options that an operator can set. */
const STRICT = [
  '--read-only',
  '--cap-drop',
  'all',
  '--security-opt',
  'no-new-privileges',
  '--network',
  'none',
  ...LIMITS,
];

describeShip('release', 'the container image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostler-image-'));
  const podman = new Podman(folder);
  let file: string;
  let image: string;
  /** The reason, if this machine cannot run containers. */
  let refused: string | undefined;

  beforeAll(async () => {
    const problem = installPackages(['podman', 'runc', 'buildah']);
    if (problem) throw new Error(problem);
    file = await buildImage(join(folder, 'image'));
    image = await podman.load(file);
    // A program of Debian: if it cannot run, the machine is the reason.
    refused = await podman.run('run', '--rm', ...STRICT, '--entrypoint', '/bin/true', image).then(
      () => undefined,
      (error: Error) => `this machine cannot run containers: ${error.message.split('\n')[1]}`,
    );
    if (refused) return;
    await podman.run('run', '--detach', '--name', 'server', ...STRICT, image);
    await until(isHealthy, { everyMs: 500 });
  });
  afterAll(() => {
    podman.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const inside = (...command: string[]) => podman.run('exec', 'server', ...command);
  const isHealthy = async () => (await podman.code('healthcheck', 'run', 'server')) === 0;

  it('is smaller than 200 MB compressed', () => {
    expect(statSync(file).size).toBeLessThan(200 * MEGABYTE);
  });

  it('runs from its unpacked root file system, also where no container can run', async () => {
    const unpacked = await unpackImage(file, join(folder, 'unpacked'));
    const server = await unpacked.serve();
    expect(await (await fetch(server.url)).text()).toContain('<html');
    expect(await unpacked.run(['/usr/lib/hostler/healthcheck.sh'], { HOSTLER_PORT: new URL(server.url).port })).toBe(
      '',
    );
    await expect(unpacked.run(['/usr/lib/hostler/healthcheck.sh'], { HOSTLER_PORT: '9' })).rejects.toThrow();
    expect(await unpacked.run(['hostler', 'account', 'list', '--json'])).toBe('[]');
    expect(await unpacked.run(['id', '-un'])).toBe('hostler');
    expect(await server.stop()).toBe(0);
  });

  it('runs as its own user, on a root file system that cannot be written', async ({ skip }) => {
    skip(Boolean(refused), refused);
    expect(await inside('id', '-un')).toBe('hostler');
    expect(await podman.code('exec', 'server', 'touch', '/usr/lib/hostler/file')).not.toBe(0);
    expect(await podman.code('exec', 'server', 'touch', '/var/lib/hostler/file')).toBe(0);
  });

  it('serves, and runs commands on the same data', async ({ skip }) => {
    skip(Boolean(refused), refused);
    const fetchPage = "fetch('http://127.0.0.1:8080/').then(async (page) => console.log(await page.text()))";
    expect(await inside('/usr/lib/hostler/bin/node', '--eval', fetchPage)).toContain('<html');
    await inside('hostler', 'account', 'create', '--name', 'Ada', '--email', 'ada@example.com');
    expect(await inside('hostler', 'account', 'list', '--json')).toContain('ada@example.com');
  });

  it('keeps its data in a volume, and ends cleanly', async ({ skip }) => {
    skip(Boolean(refused), refused);
    const strict = ['--volume', 'kept:/var/lib/hostler', ...STRICT];
    const run = (...command: string[]) => podman.run('run', '--rm', ...strict, image, ...command);
    await run('account', 'create', '--name', 'Bob', '--email', 'bob@example.com');
    expect(await run('account', 'list', '--json')).toContain('bob@example.com');
    await podman.run('stop', '--time', '20', 'server');
    expect(await podman.run('inspect', '--format', '{{.State.ExitCode}}', 'server')).toBe('0');
  });

  it('is unhealthy if the server does not answer', async ({ skip }) => {
    skip(Boolean(refused), refused);
    await podman.run('run', '--detach', '--name', 'silent', ...STRICT, '--entrypoint', '/bin/sleep', image, '300');
    expect(await podman.code('healthcheck', 'run', 'silent')).toBe(1);
    await podman.run('rm', '--force', '--time', '0', 'silent');
  });
});
