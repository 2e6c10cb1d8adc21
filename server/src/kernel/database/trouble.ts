import type { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { ExternalError, type Outages } from '../outages.ts';
import { SECOND } from '../time.ts';
import { errors } from './errors.ts';

/** `full`: writes fail because there is no space left. `damaged`: the file of the database cannot be read as it is. */
export type TroubleKind = 'full' | 'damaged';
/** `unreachable`: the server of the database does not answer, or ends its connections. */
type UnavailableKind = TroubleKind | 'unreachable';
type LastingTrouble = DatabaseUnavailable & { readonly kind: TroubleKind };

/** SQLite, the system, and PostgreSQL (disk_full). */
const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT|53100)/;
/** SQLite, and PostgreSQL (data_corrupted, index_corrupted). */
const DAMAGED = /^(SQLITE_CORRUPT|SQLITE_NOTADB|XX001|XX002)/;
/** The system, and PostgreSQL (connection exceptions, too_many_connections, shutdown). */
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08|53300|57P0[123])/;
/** Messages of the driver, which has no codes for lost connections. */
const DISCONNECTED =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
/** With less than this an input or output error is taken for a full disk. */
const LITTLE_BYTES = 1024 * 1024;
/** Some small writes succeed on a full disk, so failures must have stopped for this long. */
const QUIET_MS = 5 * SECOND;
const SOURCE = { engine: 'database' };

const FOR_CALLERS = {
  full: errors.storage_full,
  damaged: errors.database_damaged,
  unreachable: errors.database_unreachable,
} satisfies Record<UnavailableKind, unknown>;

/** The database does not work for a reason outside of the program. The message is for the operator, and names paths. */
export class DatabaseUnavailable extends ExternalError {
  override readonly name = 'DatabaseUnavailable';
  readonly kind: UnavailableKind;
  /** Damage is logged once; whatever fails because of it is quiet. */
  readonly retry: 'outage' | 'wait';

  constructor(kind: UnavailableKind, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
    this.retry = kind === 'damaged' ? 'wait' : 'outage';
  }

  /** Returns the error for callers of the API. */
  toAppError(): AppError {
    return FOR_CALLERS[this.kind]({ transient: true, cause: this });
  }
}

interface Surroundings {
  log: Logger;
  outages: Outages;
  /** Free space for the database; undefined if it is on another machine. */
  freeBytes?: (() => number) | undefined;
  /** `unreachable` only if the database is a server. */
  describe: Record<TroubleKind, () => string> & { unreachable?: () => string };
}

/** Knows whether the database of this process is full or damaged, from the errors of its statements. */
export class DatabaseTrouble {
  readonly #surroundings: Surroundings;
  #error: LastingTrouble | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  #hasAnswered = false;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  get current(): LastingTrouble | undefined {
    return this.#error;
  }

  /** Free space for the database; infinite if it is on another machine. */
  get freeBytes(): number {
    return this.#surroundings.freeBytes?.() ?? Number.POSITIVE_INFINITY;
  }

  /** True if the disk is nearly full, as far as this process can see it. */
  get isSpaceLow(): boolean {
    return this.freeBytes < LITTLE_BYTES;
  }

  /** Says for the operator that the disk is full; undefined if it is not. */
  describeFull(): string | undefined {
    if (this.#error?.kind === 'full') return this.#error.message;
    return this.isSpaceLow ? this.#surroundings.describe.full() : undefined;
  }

  /** Notes the error of a call. Returns the error to throw: a sentence for the operator if the program is not at fault. */
  readonly translate = (error: unknown): unknown => {
    const { log, outages, describe } = this.#surroundings;
    if (describe.unreachable && isUnreachable(error)) {
      const lost = new DatabaseUnavailable('unreachable', describe.unreachable(), { cause: error });
      // At a start the program ends with this error instead.
      if (this.#hasAnswered) outages.fail(SOURCE, lost);
      return lost;
    }
    const kind = this.#recognise(error);
    if (kind === undefined) return error;
    const translated = new DatabaseUnavailable(kind, describe[kind](), { cause: error });
    this.#failedAt = performance.now();
    if (kind === 'full') outages.fail(SOURCE, translated);
    else if (this.#error?.kind !== 'damaged') log.fatal(translated.message);
    // Damage stays until the next start.
    if (this.#error?.kind !== 'damaged') this.#error = translated as LastingTrouble;
    return translated;
  };

  /** Notes that the database answered. */
  readonly noteAnswer = (): void => {
    this.#hasAnswered = true;
    // A database without space answers, too.
    if (!this.#error) this.#surroundings.outages.answer(SOURCE);
  };

  /** Notes a successful write. */
  readonly noteWrite = (): void => {
    if (this.#error?.kind !== 'full') return;
    if (performance.now() - this.#failedAt < QUIET_MS || this.isSpaceLow) return;
    this.#error = undefined;
    this.#surroundings.outages.answer(SOURCE);
  };

  #recognise(error: unknown): TroubleKind | undefined {
    const { code } = (error ?? {}) as { code?: unknown };
    if (typeof code !== 'string') return undefined;
    if (FULL.test(code)) return 'full';
    if (DAMAGED.test(code)) return 'damaged';
    return code.startsWith('SQLITE_IOERR') && this.isSpaceLow ? 'full' : undefined;
  }
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' ? UNREACHABLE.test(code) : DISCONNECTED.test(error.message)) return true;
  return isUnreachable(error.cause);
}
