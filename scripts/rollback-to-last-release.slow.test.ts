import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_RELEASE, findLastRelease, unpackRelease } from '../testing/last-release.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const release = findLastRelease(FIRST_RELEASE);

describe.runIf(release)('the rollback to the first release', () => {
  let folder: string;
  let wrapper: string;

  /** Makes the guide's script, with folders of the test and without the change of user. */
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hostler-rollback-'));
    wrapper = join(folder, 'hostler');
    const guide = await readFile(join(root, 'docs/operations.md'), 'utf8');
    const [, script = ''] = /cat > \/usr\/local\/bin\/hostler <<'EOF'\n([\s\S]*?)\nEOF\n/.exec(guide) ?? [];
    const own = script
      .replace(/^\[ "\$\(id -u\)".*$/m, '')
      .replaceAll('/etc/hostler/hostler.env', join(folder, 'hostler.env'))
      .replaceAll('/opt/node/bin/node', process.execPath)
      .replaceAll('/opt/hostler', folder);
    await writeFile(wrapper, own);
    await chmod(wrapper, 0o755);
    const settings = { HOSTLER_DATA_DIR: join(folder, 'data'), HOSTLER_PORT: '0', HOSTLER_LOG_LEVEL: 'info' };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(folder, 'hostler.env'), lines.join(''));
    await mkdir(join(folder, FIRST_RELEASE));
    unpackRelease(release ?? '', join(folder, FIRST_RELEASE));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function install(version: string): Promise<void> {
    await rm(join(folder, 'current'), { force: true });
    await symlink(version, join(folder, 'current'));
  }
  const command = async (...args: string[]) => (await run(wrapper, args)).stdout;

  it('begins with restore-data, which prints the next step, and ends with a server that answers', async () => {
    await install(FIRST_RELEASE);
    await command('account', 'create', '--name', 'A', '--email', 'a@example.com');
    await command('backup-data', '--to', join(folder, 'copy'));

    await install(root);
    expect(await command('--version')).toMatch(/^hostler \d+\.\d+\.\d+ \([0-9a-f]{12}\)\n$/);
    await command('migrate');
    const restored = await command('restore-data', '--from', join(folder, 'copy'), '--replace');
    expect(restored).toContain('The copy is from an older version');
    expect(restored).toContain('point /opt/hostler/current to it now');

    await install(FIRST_RELEASE);
    const server = spawn(wrapper, ['serve'], { stdio: ['ignore', 'ignore', 'pipe'] });
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let text = '';
        server.stderr.on('data', (chunk) => {
          text += chunk;
          const [, found] = /"url":"([^"]+)"[^\n]*"hostler serves"/.exec(text) ?? [];
          if (found) resolve(found);
        });
        server.once('exit', () => reject(new Error(text)));
      });
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
  }, 120_000);

  it('finds the entry file of old and new packages', async () => {
    for (const name of ['hostler.cjs', 'hostler.js']) {
      const bin = join(folder, name, 'lib/node_modules/hostler/bin');
      await mkdir(bin, { recursive: true });
      await writeFile(join(bin, name), 'console.log(process.argv[1], ...process.argv.slice(2));');
      await install(name);
      expect(await command('serve')).toContain(`bin/${name} serve`);
    }
    await install('nowhere');
    await expect(command('serve')).rejects.toThrow('leads to no version of Hostler');
  });
});
