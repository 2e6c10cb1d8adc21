import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHostler } from '../acceptance/hostler-process.ts';
import { describeCommit } from './server/describe-commit.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const MINUTES = 60_000;

describe('the package', () => {
  let folder: string;
  let program: string;
  let file: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hostler-package-'));
    const { stdout } = await run('npm', ['run', '-s', 'package', '--', folder], { cwd: root });
    file = stdout.trim();
    await run('npm', ['install', '--global', '--prefix', folder, '--prefer-offline', file]);
    program = join(folder, 'lib/node_modules/hostler/bin/hostler.cjs');
  }, 15 * MINUTES);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('installs a command that serves the API, its reference and the panel', async () => {
    const hostler = startHostler(
      ['serve'],
      { HOSTLER_DATA_DIR: join(folder, 'data'), HOSTLER_PORT: '0', HOSTLER_DEMO: '1', HOSTLER_LOG_LEVEL: 'info' },
      { program },
    );
    const { url } = await hostler.logged(({ msg }) => msg === 'hostler serves');
    await until(() => hostler.stdout().includes('The demo is complete.'));
    const [key] = hostler.stdout().match(/svc_live_\w+/) ?? [];
    const answer = await fetch(`${url}/api/v1/hosting`, { headers: { 'X-API-Key': key ?? '' } });
    expect([answer.status, await answer.json()]).toMatchObject([200, { success: true, meta: { total: 9 } }]);
    const script = /src="(\/assets\/[^"]+[.]js)"/.exec(await (await fetch(`${url}/`)).text())?.[1];
    for (const path of ['/docs', '/docs/scalar.js', '/servers/1', script]) {
      const page = await fetch(`${url}${path}`);
      // Read to the end: the server finishes what it is sending before it stops.
      expect([page.status, (await page.text()).length > 0]).toEqual([200, true]);
    }
    hostler.kill('SIGTERM');
    expect(await hostler.exited).toEqual({ code: 0, signal: null });
  });

  it('is named after its release or its commit, which the program reports', async () => {
    const { commit, release } = describeCommit(root);
    const { version } = JSON.parse(await readFile(join(root, 'server/package.json'), 'utf8')) as { version: string };
    const name = release === version ? `hostler-${version}` : `hostler-${version}-${commit}`;
    expect(file).toBe(join(folder, `${name}.tgz`));
    const { stdout } = await run(process.execPath, [program, '--version']);
    expect(stdout).toBe(`hostler ${version} (${commit})\n`);
  });

  it('cannot be built with npm pack, because another build may have the same name', async () => {
    await expect(run('npm', ['pack', '--pack-destination', folder], { cwd: join(root, 'server') })).rejects.toThrow(
      'npm run -s package',
    );
  });

  it('names its source files in stack traces', async () => {
    const script = `
      require('../bin/name-sources.cjs');
      const { serve } = require('../dist/serve.js');
      serve({}).catch((error) => console.log(error.stack));`;
    const dist = join(folder, 'lib/node_modules/hostler/dist');
    const { stdout } = await run(process.execPath, ['--eval', script], { cwd: dist });
    expect(stdout).toMatch(/at serve .*src\/program\/serve\.ts:\d+:\d+/);
  });

  it('contains the licences of the packages built into it', async () => {
    const licences = await readFile(join(folder, 'lib/node_modules/hostler/dist/LICENCES'), 'utf8');
    for (const name of ['fastify', 'pino', 'ajv', 'find-my-way']) {
      expect(licences).toMatch(new RegExp(`^${name} \\d[^]*?Permission is hereby granted`, 'm'));
    }
  });

  it('contains no tests and no sources', async () => {
    const { stdout } = await run('find', [
      join(folder, 'lib/node_modules/hostler'),
      '-name',
      '*.ts',
      '-not',
      '-path',
      '*/node_modules/hostler/node_modules/*',
    ]);
    expect(stdout).toBe('');
  });
});
