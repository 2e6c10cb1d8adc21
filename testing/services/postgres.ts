import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { awaitReady, startOnFreePort } from './await-ready.ts';
import { findCommand, isExecutable } from './find-command.ts';
import { removeFolder } from './instance-folder.ts';
import { readUserIds } from './run-as.ts';
import type { Service, StartContext } from './service.ts';

const debianFolder = '/usr/lib/postgresql';
export const superuser = 'hostler';

/** Test data may be lost in a power cut, but waiting for the disk at every commit is too slow. */
const fastSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];
const durableSettings = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'];
const commonSettings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=300',
  'shared_buffers=128MB',
  'timezone=UTC',
];

export const postgres: Service = {
  name: 'postgres',
  urlVariable: 'HOSTLER_TEST_POSTGRES_URL',
  debianPackages: ['postgresql'],
  // Immediate shutdown: no checkpoint of data that is removed anyway.
  stopSignal: 'SIGQUIT',
  user: 'postgres',
  isInstalled: () => findProgramFolder() !== undefined,
  start: startPostgres,
  cleanUp: (folder) => removeFolder(nameInMemory(folder)),
};

/** Folder for files in memory, and the space needed for a run. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 2 * 1024 ** 3;

async function startPostgres(context: StartContext): Promise<string> {
  const programs = findProgramFolder();
  if (programs === undefined) throw new Error('PostgreSQL is not installed.');
  const data = join(context.durable ? context.folder : findFastFolder(context.folder), 'data');
  const password = randomBytes(18).toString('base64url');
  await initialise(join(programs, 'initdb'), context.folder, data, password);
  const settings = [...commonSettings, ...(context.durable ? durableSettings : fastSettings)];
  return startOnFreePort(async (port) => {
    const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    const server = context.spawn(join(programs, 'postgres'), args, 'INT');
    await awaitReady('PostgreSQL', server, async () => isReady(data, server.pid));
    return `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`;
  });
}

/**
 * Returns a folder in memory if there is space. Each test file has its own database, a thousand files that are created
 * and deleted. ext4 checks every file deleted in the last minutes before it creates one: ten times the work.
 */
function findFastFolder(folder: string): string {
  if (!hasRoomInMemory()) return folder;
  const inMemory = nameInMemory(folder);
  mkdirSync(inMemory, { mode: 0o700 });
  const { uid, gid } = statSync(folder);
  chownSync(inMemory, uid, gid);
  return inMemory;
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    accessSync(MEMORY, constants.W_OK);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Derived from the folder of the service, so that a later run finds it after a killed one. */
function nameInMemory(folder: string): string {
  return join(MEMORY, `${basename(dirname(folder))}-${basename(folder)}`);
}

/** Passwords are checked, as on a real server, so that tests of a wrong password are meaningful. */
export async function initialise(initdb: string, folder: string, data: string, password: string): Promise<void> {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  const options = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  try {
    await promisify(execFile)(initdb, ['-D', data, '-U', superuser, `--pwfile=${passwordFile}`, ...options], {
      cwd: folder,
      ...readUserIds(postgres.user),
    });
  } finally {
    rmSync(passwordFile);
  }
}

/** The last line of postmaster.pid says `ready`; pg_ctl reads it, too. */
export function isReady(data: string, pid: number): boolean {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

/**
 * Debian has a program folder per version, off the path; the newest is used. A path may have links to some of the
 * programs only.
 */
export function findProgramFolder(): string | undefined {
  const onPath = findCommand('initdb');
  if (onPath !== undefined) return dirname(realpathSync(onPath));
  return listVersions()
    .map((version) => join(debianFolder, String(version), 'bin'))
    .find((folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')));
}

function listVersions(): number[] {
  try {
    return readdirSync(debianFolder)
      .map(Number)
      .filter(Number.isInteger)
      .sort((a, b) => b - a);
  } catch {
    return [];
  }
}
