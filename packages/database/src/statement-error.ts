const SHOWN = 300;
/** Stack depth: the kernel's frames between a store and its route exceed the ten that V8 keeps. */
const FRAMES = 40;

interface Failure extends Error {
  readonly code?: string;
  readonly syscall?: string;
  /** Names that PostgreSQL reports separately from its message. */
  readonly constraint?: string;
  readonly table?: string;
  readonly column?: string;
}

/**
 * A failed statement, with its text and the cause. Created where it is thrown, so its stack names the caller. Never
 * contains the values, which may be secret, while messages and details of PostgreSQL do.
 */
class StatementError extends Error {
  override readonly name = 'StatementError';
  readonly code: string | undefined;

  constructor(statement: string, failure: Failure) {
    const text = statement.replace(/\s+/g, ' ').trim();
    super(`${withoutValues(failure, text)}, in: ${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}`);
    this.code = failure.code;
    this.lookAround();
  }

  /** Captures the stack of the current caller. */
  lookAround(): void {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = FRAMES;
    Error.captureStackTrace(this, toStatementError);
    Error.stackTraceLimit = limit;
    // Without the `throw` frames of generators: each function has its own frame as well.
    this.stack = this.stack?.replace(/\n +at \S+\.throw \(<anonymous>\)/g, '') ?? '';
  }
}

/**
 * Wraps an error of a statement. A connection error is returned unchanged. If an earlier, deferred statement failed,
 * its error is kept, with the stack of the current caller.
 */
export function toStatementError(statement: string, failure: unknown): unknown {
  if (failure instanceof StatementError) {
    failure.lookAround();
    return failure;
  }
  const { syscall } = failure as Failure;
  return syscall === undefined && failure instanceof Error ? new StatementError(statement, failure) : failure;
}

/** PostgreSQL ended the transaction because of a deadlock or a serialization failure. It succeeds if it is retried. */
export function isSerializationFailure(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '40001' || code === '40P01';
}

/** Removes quoted values from a message. Keeps names that occur in the statement, and names of constraints. */
function withoutValues({ message, code, constraint, table, column }: Failure, statement: string): string {
  const parts = message.split('"');
  const isValue = (part: string) => ![constraint, table, column].includes(part) && !statement.includes(part);
  // Class 22 of PostgreSQL is about data; its messages quote only values.
  const first = code?.startsWith('22') ? 1 : parts.findIndex((part, index) => index % 2 === 1 && isValue(part));
  return first === -1 || parts.length === 1 ? message : `${parts.slice(0, first).join('"')}"…"`;
}
