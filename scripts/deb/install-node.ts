import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ARCHITECTURES, type Architecture } from './architecture.ts';

interface Place {
  readonly stage: string;
  readonly making: string;
  readonly arch: Architecture;
}

/** Adds the Node that the tests run on, from its package for the architecture. */
export async function installNode({ stage, making, arch }: Place): Promise<void> {
  const installed = fileURLToPath(new URL('../../node_modules/node/package.json', import.meta.url));
  const { version } = JSON.parse(readFileSync(installed, 'utf8')) as { version: string };
  const name = `node-linux-${ARCHITECTURES[arch]}@${version}`;
  const pack = ['pack', name, '--pack-destination', making, '--loglevel=error', '--prefer-offline'];
  const file = execFileSync('npm', pack, { encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
  execFileSync('tar', ['-xzf', join(making, file), '-C', making, 'package/bin/node', 'package/LICENSE']);
  const target = join(stage, 'usr/lib/hostler/bin/node');
  mkdirSync(join(stage, 'usr/lib/hostler/bin'), { recursive: true });
  copyFileSync(join(making, 'package/bin/node'), target);
  chmodSync(target, 0o755);
  const documents = join(stage, 'usr/share/doc/hostler');
  mkdirSync(documents, { recursive: true });
  copyFileSync(join(making, 'package/LICENSE'), join(documents, 'LICENCE.node'));
}
