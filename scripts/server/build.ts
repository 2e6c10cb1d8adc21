import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readlinkSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashSources } from '../hash-sources.ts';
import { describeCommit } from './describe-commit.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const server = join(root, 'server');
const link = join(server, 'dist');

/** The sources of the server. Packages from elsewhere are not bundled, and the bundler is one of them. */
const SOURCES = [
  'packages/database',
  'packages/addresses',
  'packages/csv',
  'packages/texts',
  'locales',
  'server/src',
  'server/recipes',
  'scripts/server',
  'package-lock.json',
];
const BUILT = /^dist-[0-9a-f]{16}$/;
/** Builds to keep: a process that runs from a deleted one would miss the files that it has not loaded yet. */
const KEPT = 5;

/**
 * Builds every state of the sources into a folder of its own, so that a running server keeps the files it started with.
 */
export async function buildServer(): Promise<void> {
  const { commit } = describeCommit(root);
  const name = `dist-${createHash('sha256')
    .update(`${hashSources(root, SOURCES)} ${commit}`)
    .digest('hex')
    .slice(0, 16)}`;
  const folder = join(server, name);
  if (readLink() === name && existsSync(folder)) return;
  if (!existsSync(folder)) await build(folder);
  pointTo(name);
  for (const old of listBuilt().slice(KEPT)) rmSync(join(server, old), { recursive: true, force: true });
}

async function build(folder: string): Promise<void> {
  process.stderr.write('Building the server…\n');
  const making = `${folder}-${process.pid}`;
  try {
    // Loaded only when needed: most starts need no build.
    const { bundleServer } = await import('./bundle.ts');
    await bundleServer(making);
    renameSync(making, folder);
  } catch (error) {
    // Another process built it first.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** Switches the link atomically, unless a folder from a package build is in its place. */
function pointTo(name: string): void {
  const making = `${link}-link-${process.pid}`;
  if (existsSync(link) && !lstatSync(link).isSymbolicLink()) rmSync(link, { recursive: true });
  symlinkSync(name, making);
  renameSync(making, link);
}

function readLink(): string | undefined {
  try {
    return basename(readlinkSync(link));
  } catch {
    return undefined;
  }
}

/** Returns the newest first. */
function listBuilt(): string[] {
  const age = (name: string) => statSync(join(server, name)).mtimeMs;
  return readdirSync(server)
    .filter((name) => BUILT.test(name))
    .sort((a, b) => age(b) - age(a));
}
