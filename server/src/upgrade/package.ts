import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { conflict } from '#kernel/errors.ts';
import { refuseUnreadable } from '#kernel/readable-file.ts';
import type { UpgradeReport } from './check.ts';

const run = promisify(execFile);
const PROGRAM = 'usr/lib/hostler/app/node_modules/hostler/bin/hostler.cjs';
const NODE = 'usr/lib/hostler/bin/node';
const MAX_OUTPUT = 16 * 1024 * 1024;

/** Unpacks a Debian package to a temporary folder and asks its program, with the settings of this process. */
export async function checkPackage(file: string): Promise<UpgradeReport> {
  const path = resolve(file);
  await refuseUnreadable(path);
  const folder = await mkdtemp(join(tmpdir(), 'hostler-upgrade-'));
  try {
    await unpack(path, folder);
    const args = [join(folder, PROGRAM), 'upgrade', 'check', '--json'];
    const { stdout, stderr } = await run(join(folder, NODE), args, { maxBuffer: MAX_OUTPUT }).catch(
      (failed: { stdout?: string; stderr?: string; message: string }) => failed,
    );
    const report = readReport(stdout ?? '');
    if (report) return report;
    throw conflict(`The version in ${path} gives no report: ${(stderr ?? '').trim() || 'it cannot run here.'}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpack(file: string, folder: string): Promise<void> {
  try {
    await run('dpkg-deb', ['--extract', file, folder]);
  } catch (error) {
    const { code } = error as { code?: string | number };
    if (code === 'ENOENT') throw conflict('The command dpkg-deb is missing: --package works on Debian only.');
    throw conflict(`${file} cannot be unpacked. Check that it is a package of Hostler and that the disk has space.`);
  }
  if (!existsSync(join(folder, PROGRAM))) throw conflict(`${file} is not a package of Hostler.`);
}

/** A report with problems has a failing exit code, so only the output tells. */
function readReport(output: string): UpgradeReport | undefined {
  try {
    return JSON.parse(output) as UpgradeReport;
  } catch {
    return undefined;
  }
}
