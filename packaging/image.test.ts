import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS, Podman } from './testing/podman.ts';
import { sharedImage } from './testing/shared.ts';
import { installTools } from './testing/tools.ts';

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

describe('the container image', () => {
  let folder: string;
  let file: string;
  let podman: Podman;
  let image: string;

  beforeAll(async () => {
    installTools('podman', 'runc');
    folder = mkdtempSync(join(tmpdir(), 'hostler-image-'));
    podman = new Podman(folder);
    file = await sharedImage();
    image = await podman.load(file);
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

  it('runs as its own user, on a root file system that cannot be written', async () => {
    expect(await inside('id', '-un')).toBe('hostler');
    expect(await podman.code('exec', 'server', 'touch', '/usr/lib/hostler/file')).not.toBe(0);
    expect(await podman.code('exec', 'server', 'touch', '/var/lib/hostler/file')).toBe(0);
  });

  it('serves, and runs commands on the same data', async () => {
    const fetchPage = "fetch('http://127.0.0.1:8080/').then(async (page) => console.log(await page.text()))";
    expect(await inside('/usr/lib/hostler/bin/node', '--eval', fetchPage)).toContain('<html');
    await inside('hostler', 'account', 'create', '--name', 'Ada', '--email', 'ada@example.com');
    expect(await inside('hostler', 'account', 'list', '--json')).toContain('ada@example.com');
  });

  it('keeps its data in a volume, and ends cleanly', async () => {
    const strict = ['--volume', 'kept:/var/lib/hostler', ...STRICT];
    const run = (...command: string[]) => podman.run('run', '--rm', ...strict, image, ...command);
    await run('account', 'create', '--name', 'Bob', '--email', 'bob@example.com');
    expect(await run('account', 'list', '--json')).toContain('bob@example.com');
    await podman.run('stop', '--time', '20', 'server');
    expect(await podman.run('inspect', '--format', '{{.State.ExitCode}}', 'server')).toBe('0');
  });

  it('is unhealthy if the server does not answer', async () => {
    await podman.run('run', '--detach', '--name', 'silent', ...STRICT, '--entrypoint', '/bin/sleep', image, '300');
    expect(await podman.code('healthcheck', 'run', 'silent')).toBe(1);
    await podman.run('rm', '--force', '--time', '0', 'silent');
  });
});
