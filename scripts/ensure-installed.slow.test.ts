import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyCheckout } from '../packaging/testing/copy-checkout.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const REFERENCE = 'server/reference/scalar.js.gz';
const STAMP = 'node_modules/.hostler-lock-hash';

let parent: string;
let folder: string;

/** Runs the script as npm does, under the Node of the machine. */
function ensure(env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ensure-installed.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

const inside = (path: string) => join(folder, path);

describe('a checkout with a copied node_modules', () => {
  beforeAll(() => {
    parent = mkdtempSync(join(tmpdir(), 'hostler-ensure-'));
    folder = join(parent, 'checkout');
    copyCheckout(root, folder);
    // It is written in place and must not change the original.
    rmSync(inside(STAMP), { force: true });
  });
  afterAll(() => rmSync(parent, { recursive: true, force: true }));
  beforeEach(() => expect(ensure()).toMatchObject({ status: 0, stdout: '' }));

  it('is silent if nothing is missing', () => {
    expect(ensure()).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('gets the links to its programs', () => {
    rmSync(inside('node_modules/.bin'), { recursive: true });
    const { status, stderr } = ensure();
    expect(stderr).toMatch(/^node_modules\/\.bin lacks links: .+ more\. Linking the programs…\n/);
    expect(status).toBe(0);
    const { stdout } = spawnSync(inside('node_modules/.bin/node'), ['--version'], { encoding: 'utf8' });
    expect(stdout).toMatch(/^v24\./);
    expect(existsSync(inside('node_modules/.bin/vitest'))).toBe(true);
  });

  it('gets the script of the API reference', () => {
    rmSync(inside(REFERENCE));
    expect(ensure()).toMatchObject({
      status: 0,
      stderr: 'The script of the API reference is missing. Extracting it…\n',
    });
    expect(readFileSync(inside(REFERENCE)).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  });

  it('says which command installs Node if install scripts are switched off', () => {
    const program = inside('node_modules/node/bin/node');
    const original = readFileSync(program);
    rmSync(program);
    const { status, stderr } = ensure({ npm_config_ignore_scripts: 'true' });
    expect(status).not.toBe(0);
    expect(stderr).toContain('Node 24 is missing in node_modules/.bin. Run: npm rebuild node --ignore-scripts=false');
    expect(stderr).not.toMatch(/^ +at /m);
    writeFileSync(program, original, { mode: 0o755 });
  });

  it('names the packages of this platform that are missing', () => {
    const [name = ''] = listPlatformPackages();
    rmSync(inside(`node_modules/${name}`), { recursive: true });
    // The record of another platform.
    writeFileSync(inside(STAMP), `${readFileSync(inside(STAMP), 'utf8').split(' ')[0]} other-platform\n`);
    const npm = join(parent, 'npm.js');
    writeFileSync(npm, `process.stderr.write('no network\\n'); process.exit(1);`);
    const { status, stderr } = ensure({ npm_execpath: npm });
    expect(status).toBe(1);
    expect(stderr).toContain(`node_modules was installed for another platform: ${name} missing.\n`);
    expect(stderr).toContain('no network\nnpm install failed.\n');
    expect(stderr).not.toMatch(/^ +at /m);
    copyBack(name);
  });
});

function listPlatformPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { os?: string[] }>;
  };
  return Object.entries(packages)
    .filter(([path, { os }]) => os?.includes(process.platform) && existsSync(inside(path)))
    .map(([path]) => path.slice('node_modules/'.length));
}

/** Restores a package and the record of npm. */
function copyBack(name: string): void {
  for (const path of [`node_modules/${name}`, 'node_modules/.package-lock.json']) {
    spawnSync('cp', ['--archive', join(root, path), inside(path)]);
  }
}
