import { EngineError, type EngineErrorCode } from '../../engine.ts';

/** What the engine itself answered. Its text tells of the inside, so it travels as a cause only. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; undefined where an operation was accepted and failed later. */
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
  /** What the operator can do about it, for the log; where the engine's own words do not say. */
  advice?: string;
}

const away = 'The servers cannot be reached at the moment.';
const busy = 'The server is busy with something else at the moment.';
const taken = /entry already exists|UNIQUE constraint/i;

/** The engines give most failures the status 500 or none, so it is the text that tells them apart. */
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
    text: /doesn't allow for backup|backups? .*(forbidden|not allowed)/i,
    code: 'refused',
    message: 'Backups of servers are not possible at the moment.',
  },
  {
    text: /DNS name .*already used on network/i,
    code: 'refused',
    message: 'The name of this server is taken by another one in its network. Our staff has to see to that.',
    advice:
      'Another project, such as that of a second Hostler, has an instance of this name in the same network. Give Hostler a network of its own, or set dns.mode=none on this one.',
  },
  {
    text: /project .* is forbidden/i,
    code: 'refused',
    message: 'The server could not be changed. Our staff has to see to that.',
  },
  {
    text: /^create backup:/i,
    code: 'refused',
    message: 'No copy could be made of the server. Our staff has to see to that.',
  },
  // Only whole archives get as far as that. LXD begins to read one twice, and now and then the two get in each other's way;
  // what becomes of that depends on where the second one begins, and not always is anything said of it.
  {
    text: /error starting unpack.*(data corruption|unexpected eof|unsupported format|not in gzip format|crc error|checksum|not look like a tar archive|non-zero value \d+\s*$)/is,
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

/** The engine, or the way to it, is away. */
export function failUnreachable(cause: unknown): EngineError {
  return new EngineError('unreachable', away, { cause });
}

export function failNotFound(): EngineError {
  return new EngineError('not_found', 'The server does not exist.');
}

/** The engine took the order and failed at it, for no reason that would hold the next time as well. */
export function isStumble(error: ApiError): boolean {
  return error.status === undefined && !readings.some(({ text }) => text.test(error.message));
}

/** Turns whatever was thrown into the one error of engines; a caller who gave up gets his own reason back. */
export function translateError(error: unknown, signal?: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (!(error instanceof ApiError)) return error;
  const reading = readings.find(({ text }) => text.test(error.message));
  if (reading) return toEngineError(reading, error);
  const { status } = error;
  if (status === 404) return new EngineError('not_found', failNotFound().message, { cause: error });
  // Whoever set this up has to let us in; until then the work waits.
  if (isForbidden(error)) return failUnreachable(error);
  if (status !== undefined && (status >= 500 || status === 429)) return failUnreachable(error);
  return new EngineError('refused', 'The server could not be changed. Our staff has to see to that.', { cause: error });
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

/** Somebody else made one of this name since we looked. */
export function isTaken(error: unknown): boolean {
  return error instanceof ApiError && taken.test(error.message);
}
