const SHOWN = 300;
/** Stack depth: the kernel's own frames between a store and its route are more than the ten that V8 keeps. */
const FRAMES = 40;

interface Failure extends Error {
  readonly code?: string;
  readonly syscall?: string;
  /** Names that PostgreSQL tells apart from its message. */
  readonly constraint?: string;
  readonly table?: string;
  readonly column?: string;
}

/**
 * A statement failed. Says which and why; made where it is thrown, its stack shows who asked for it. The values it was run
 * with may be secret and are nowhere in here, whereas PostgreSQL puts them into its messages and details.
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

  /** Takes the stack of here for its own. */
  lookAround(): void {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = FRAMES;
    Error.captureStackTrace(this, toStatementError);
    Error.stackTraceLimit = limit;
    // Without the generators' `throw` frames: each function on the way has a frame of its own as well.
    this.stack = this.stack?.replace(/\n +at \S+\.throw \(<anonymous>\)/g, '') ?? '';
  }
}

/**
 * That the database is not reached is no failure of the statement. One before it, that nobody waited for, may have failed
 * instead: that is said, with the stack of whoever waits now.
 */
export function toStatementError(statement: string, failure: unknown): unknown {
  if (failure instanceof StatementError) {
    failure.lookAround();
    return failure;
  }
  const { syscall } = failure as Failure;
  return syscall === undefined && failure instanceof Error ? new StatementError(statement, failure) : failure;
}

/** Of what a message quotes, the names stay: those that stand in the statement, and those of constraints. */
function withoutValues({ message, code, constraint, table, column }: Failure, statement: string): string {
  const parts = message.split('"');
  const isValue = (part: string) => ![constraint, table, column].includes(part) && !statement.includes(part);
  // PostgreSQL's class 22 is about data; there it quotes nothing else.
  const first = code?.startsWith('22') ? 1 : parts.findIndex((part, index) => index % 2 === 1 && isValue(part));
  return first === -1 || parts.length === 1 ? message : `${parts.slice(0, first).join('"')}"…"`;
}
