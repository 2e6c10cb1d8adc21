import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DamagedData, DataFolderInUse, LostRace, MigrationStopped, NotLoaded } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import { DatabaseUnavailable } from '#kernel/database/trouble.ts';
import { AppError, SEE_DETAILS } from '#kernel/errors.ts';
import { QuotaExceeded } from '#kernel/limits/limit.ts';
import { ConfigError } from '#settings/readers.ts';
import { UsageError } from './command-line.ts';
import { NotPrepared } from './prepare.ts';

const FORESEEN = [
  AppError,
  UsageError,
  ConfigError,
  NotPrepared,
  MigrationStopped,
  DataFolderInUse,
  DamagedData,
  NotLoaded,
  DatabaseUnavailable,
  LostRace,
  EngineError,
];

const PREPARED_LOST =
  'The pooler before the database does not keep prepared statements. Set HOSTLER_DATABASE_PREPARE=off; PgBouncer keeps them from 1.21 on, with max_prepared_statements.';

/** Advice for the operator by error code of the system, SQLite or PostgreSQL. */
const SENTENCES: Record<string, (error: SystemError) => string> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is in use by another program. Choose another one with HOSTLER_PORT, or HOSTLER_METRICS_PORT of a worker.`,
  EADDRNOTAVAIL: ({ address }) => `This machine has no address ${address}. Check HOSTLER_HOST.`,
  ECONNREFUSED: () => 'The database is not reached. Check HOSTLER_DATABASE_URL and that it runs.',
  ETIMEDOUT: () => 'The database does not answer. Check HOSTLER_DATABASE_URL and the network in between.',
  ENOTFOUND: ({ hostname }) => `The name ${hostname} is not known. Check HOSTLER_HOST and HOSTLER_DATABASE_URL.`,
  EACCES: ({ path, port }) =>
    path ? `There is no permission for ${path}.` : `There is no permission to listen on port ${port}.`,
  EPERM: ({ path }) => `There is no permission for ${path ?? 'that'}.`,
  ENOENT: ({ path }) => explainMissing(resolve(path ?? '')),
  EISDIR: ({ path }) => `${path ?? 'The given path'} is a folder, not a file.`,
  ENAMETOOLONG: () => 'The name of the file is too long.',
  EROFS: ({ path }) => `${path} is on a file system that cannot be written.`,
  ENOSPC: () => 'There is no space left on the disk.',
  ENOTDIR: ({ path }) => `${path} is not a folder. Check HOSTLER_DATA_DIR.`,
  EEXIST: ({ path }) => `${path} is not a folder. Check HOSTLER_DATA_DIR.`,
  SQLITE_CANTOPEN: () => 'The database file cannot be opened: check that the folder exists and may be written.',
  SQLITE_NOTADB: () =>
    'hostler.db in the data folder is not a database. Put a copy in its place: hostler restore-data --from <file> --replace',
  SQLITE_READONLY: () => 'hostler.db in the data folder cannot be written by this user.',
  EDQUOT: () => 'There is no space left on the disk.',
  SQLITE_FULL: () => 'There is no space left on the disk.',
  '28P01': () => 'PostgreSQL refuses the password in HOSTLER_DATABASE_URL.',
  '28000': () => 'PostgreSQL refuses the user or the way of connecting in HOSTLER_DATABASE_URL.',
  '3D000': () => 'The database named in HOSTLER_DATABASE_URL does not exist. Create it first.',
  '26000': () => PREPARED_LOST,
  '42P05': () => PREPARED_LOST,
  '42501': () => 'The PostgreSQL user lacks the right to make tables and schemas in this database.',
};

interface SystemError extends Error {
  code?: string;
  port?: number;
  address?: string;
  hostname?: string;
  path?: string;
}

/** Returns a plain sentence for an expected error, and everything for an unexpected one. */
export function explain(error: unknown): string {
  if (FORESEEN.some((kind) => error instanceof kind)) {
    const details = error instanceof AppError ? (error.details ?? []) : [];
    const { message } = error as Error;
    const sentences = details.map(({ field, message }) => `${field} ${message}`);
    if (message !== SEE_DETAILS) sentences.unshift(message);
    if (error instanceof QuotaExceeded) sentences.push(explainRaise(error));
    return sentences.join(' ');
  }
  if (!(error instanceof Error)) return String(error);
  const [, sentence] = Object.entries(SENTENCES).find(([code]) => (error as SystemError).code?.startsWith(code)) ?? [];
  return sentence ? sentence(error as SystemError) : (error.stack ?? error.message);
}

/** A file to create needs its folder; a file to read must exist. */
function explainMissing(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) ? `There is no file ${path}.` : `There is no folder ${folder}.`;
}

/** The operator can raise the limit that a customer would have to ask for. */
function explainRaise({ limit, accountId }: QuotaExceeded): string {
  return `To raise it: hostler account limits --account ${accountId} --set ${limit}=<number>.`;
}
