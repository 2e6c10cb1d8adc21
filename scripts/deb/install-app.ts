import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ARCHITECTURES, type Architecture } from './architecture.ts';

interface Place {
  readonly root: string;
  readonly stage: string;
  readonly making: string;
  readonly arch: Architecture;
}

/** Installs the npm package with its dependencies, and removes what a server never reads. */
export function installApp({ root, stage, making, arch }: Place): void {
  const file = execFileSync('npm', ['run', '-s', 'package', '--', making], { cwd: root, encoding: 'utf8' }).trim();
  const app = join(stage, 'usr/lib/hostler/app');
  mkdirSync(app, { recursive: true });
  const options = ['--prefix', app, '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...options, '--prefer-offline', '--os=linux', `--cpu=${ARCHITECTURES[arch]}`, file], {
    stdio: ['ignore', 2, 2],
  });
  for (const name of ['package.json', 'package-lock.json', 'node_modules/.package-lock.json', 'node_modules/.bin']) {
    rmSync(join(app, name), { recursive: true, force: true });
  }
  removeSources(app);
  removeOtherBinaries(app, ARCHITECTURES[arch]);
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', stage]);
}

/** Removes documents, types, tests and the C sources of SQLite. Licences stay. */
function removeSources(app: string): void {
  const modules = join(app, 'node_modules');
  for (const folder of ['deps', 'src', 'binding.gyp']) {
    rmSync(join(modules, 'better-sqlite3', folder), { recursive: true, force: true });
  }
  const names = ['*.md', '*.markdown', '*.d.ts', '*.d.mts', '*.d.cts', '*.ts', '*.flow', '.editorconfig', '.eslintrc*'];
  const anyName = names.flatMap((name) => ['-o', '-name', name]).slice(1);
  const notOurs = ['-not', '-path', `${modules}/hostler/*`];
  const ofDependencies = ['-type', 'f', ...notOurs, '-not', '-iname', 'licen[cs]e*', '(', ...anyName, ')'];
  execFileSync('find', [modules, ...ofDependencies, '-delete']);
  execFileSync('find', [modules, '-type', 'f', ...notOurs, '-name', '*.map', '-delete']);
  execFileSync('find', [modules, '-depth', '-type', 'd', '-name', '.github', '-exec', 'rm', '-rf', '{}', '+']);
  execFileSync('find', [modules, '-depth', '-type', 'd', '-empty', '-delete']);
}

function removeOtherBinaries(app: string, cpu: string): void {
  const prebuilt = join(app, 'node_modules/better-sqlite3/prebuilds');
  execFileSync('find', [prebuilt, '-name', '*.node', '-not', '-name', `linux-${cpu}.node`, '-delete']);
}
