import { EngineError, type EngineErrorCode } from '../../engine.ts';

/** An error of the engine. Its text reveals internals, so it is only used as a cause. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; undefined if an accepted operation failed later. */
  readonly status: number | undefined;

  constructor(status: number | undefined, text: string) {
    super(text);
    this.status = status;
  }
}

interface Reading {
  text: RegExp;
  code: EngineErrorCode;
  message: string;
  /** Advice for the operator, for the log, if the text of the engine does not say it. */
  advice?: string;
}

const away = 'The servers cannot be reached at the moment.';
const busy = 'The server is busy with something else at the moment.';
const taken = /entry already exists|UNIQUE constraint/i;

/** The engines report most failures with status 500 or none, so the text distinguishes them. */
const readings: readonly Reading[] = [
  {
    text: /no space left on device|disk quota exceeded|(not enough|insufficient) (free )?space|out of (disk )?space/i,
    code: 'refused',
    message: 'There is not enough room for this server.',
  },
  {
    text: /reached maximum (number of|aggregate value)/i,
    code: 'refused',
    message: 'No more servers of this size can be made at the moment.',
  },
  {
    text: /doesn't allow for backup|backups? .{0,500}(forbidden|not allowed)/i,
    code: 'refused',
    message: 'Backups of servers are not possible at the moment.',
  },
  {
    text: /doesn't allow for snapshot|snapshots? .{0,500}(forbidden|not allowed)/i,
    code: 'refused',
    message: 'Snapshots of servers are not possible at the moment.',
  },
  {
    text: /DNS name .{0,500}already used on network/i,
    code: 'refused',
    message: 'Another server in the network has the same name. Please contact support.',
    advice:
      'Another project, such as that of a second Hostler, has an instance of this name in the same network. Give Hostler a network of its own, or set dns.mode=none on this one.',
  },
  // Both are left by an engine that was killed while it renamed an instance. Its operator can repair them.
  {
    text: /rename instance: UNIQUE constraint failed: storage_volumes/i,
    code: 'refused',
    message: 'The server cannot be started. Nothing of it is lost. Please contact support.',
    advice:
      'A volume record with the name of the instance is left. See "Killed during a rename" in docs/engines/incus.md.',
  },
  {
    text: /instance storage pool not found/i,
    code: 'refused',
    message: 'The server cannot be started. Nothing of it is lost. Please contact support.',
    advice: 'The instance has no volume record. See "Killed during a rename" in docs/engines/incus.md.',
  },
  {
    text: /project .{0,500} is forbidden/i,
    code: 'refused',
    message: 'The server could not be changed. Please contact support.',
  },
  {
    text: /^create backup:/i,
    code: 'refused',
    message: 'The server could not be copied. Please contact support.',
  },
  // Only complete archives get this far. LXD sometimes reads an archive twice at once, and the two interfere. The error
  // depends on where the second read starts, and there may be none.
  {
    text: /error starting unpack.{0,2000}(data corruption|unexpected eof|unsupported format|not in gzip format|crc error|checksum|not look like a tar archive|non-zero value \d+\s*$)/is,
    code: 'unreachable',
    message: 'The backup could not be unpacked at the moment.',
  },
  {
    text: /agent isn't currently running/i,
    code: 'unreachable',
    message: 'The server does not answer from inside; it may still be booting.',
  },
  { text: taken, code: 'unreachable', message: busy },
  { text: /busy running/i, code: 'unreachable', message: busy },
  {
    text: /context canceled|signal: (killed|terminated)|shutting down|not started yet|connection (refused|reset)|i\/o timeout|no such host|network is unreachable|unable to connect|database is (locked|closed)|bad connection|dqlite leader|TLS handshake/i,
    code: 'unreachable',
    message: away,
  },
];

/** The engine, or the connection to it, is unavailable. */
export function failUnreachable(cause: unknown): EngineError {
  return new EngineError('unreachable', away, { cause });
}

export function failNotFound(): EngineError {
  return new EngineError('not_found', 'The server does not exist.');
}

/** Returns whether an accepted operation failed for a reason that may not recur. */
export function isStumble(error: ApiError): boolean {
  return error.status === undefined && !readings.some(({ text }) => text.test(error.message));
}

/** Translates any error to an EngineError. An aborted caller gets its own reason. */
export function translateError(error: unknown, signal?: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (!(error instanceof ApiError)) return error;
  const reading = readings.find(({ text }) => text.test(error.message));
  if (reading) return toEngineError(reading, error);
  const { status } = error;
  if (status === 404) return new EngineError('not_found', failNotFound().message, { cause: error });
  // The operator must grant access; until then the work is retried.
  if (isForbidden(error)) return failUnreachable(error);
  if (status !== undefined && (status >= 500 || status === 429)) return failUnreachable(error);
  return new EngineError('refused', 'The server could not be changed. Please contact support.', { cause: error });
}

function toEngineError({ code, message, advice }: Reading, error: ApiError): EngineError {
  const cause = advice === undefined ? error : new Error(`${error.message}. ${advice}`, { cause: error });
  return new EngineError(code, message, { cause });
}

export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** A machine of this name was created since the check. */
export function isTaken(error: unknown): boolean {
  return error instanceof ApiError && taken.test(error.message);
}

/** LXD's process for access to files was ending when the request came; the next request starts a new one. */
export function isFileHelperGone(error: unknown): boolean {
  return error instanceof ApiError && /forkfile\.sock/.test(error.message);
}
