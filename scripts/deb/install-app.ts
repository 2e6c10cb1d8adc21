import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findServerPackages } from '../release/shipped.ts';
import { writeProject } from '../release/write-project.ts';
import { ARCHITECTURES, type Architecture } from './architecture.ts';
import { removeUnused } from './remove-unused.ts';

interface Place {
  readonly root: string;
  readonly stage: string;
  readonly arch: Architecture;
  /** The npm package of the server. */
  readonly file: string;
}

/** Installs the npm package with its dependencies in their locked versions, and removes what a server never reads. */
export function installApp({ root, stage, arch, file }: Place): void {
  const app = join(stage, 'usr/lib/hostler/app');
  const { version } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')) as { version: string };
  writeProject({ folder: app, name: 'hostler-app', version, packages: findServerPackages(root) });
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', ...options, '--prefer-offline', '--os=linux', `--cpu=${ARCHITECTURES[arch]}`], {
    cwd: app,
    stdio: ['ignore', 2, 2],
  });
  const own = join(app, 'node_modules/hostler');
  mkdirSync(own);
  execFileSync('tar', ['-xzf', file, '-C', own, '--strip-components=1', '--no-same-owner']);
  for (const name of ['package.json', 'package-lock.json', 'node_modules/.package-lock.json', 'node_modules/.bin']) {
    rmSync(join(app, name), { recursive: true, force: true });
  }
  removeUnused(app, ARCHITECTURES[arch]);
  // The package runs these files with its own Node. The line stays, because source maps count it.
  for (const name of ['bin/hostler.cjs', 'dist/main.js']) {
    execFileSync('sed', ['-i', '1s|^#!|//|', join(own, name)]);
  }
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', stage]);
  execFileSync('find', [app, '-type', 'f', '-exec', 'chmod', '644', '{}', '+']);
}
