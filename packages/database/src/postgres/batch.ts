import pg from 'pg';
import type { Answer, Request } from './connection.ts';
import { Message } from './message.ts';
import { UnpreparedClient } from './unprepared-client.ts';

/** A statement of a batch failed. Earlier statements ran, later ones did not. */
export class BatchFailure extends Error {
  /** Results of the earlier statements. */
  readonly answers: readonly Answer[];

  constructor(answers: readonly Answer[], cause: unknown) {
    super('a statement of a batch failed', { cause });
    this.answers = answers;
  }

  get index(): number {
    return this.answers.length;
  }
}

/** Runs statements in one round trip and returns the result of the last. */
export async function runBatch(client: pg.ClientBase, requests: readonly Request[]): Promise<Answer> {
  const answers = await runSome(client, requests, (index) => index === requests.length - 1);
  return answers.at(-1) as Answer;
}

/** Runs statements in one round trip and returns all results. */
export function runEach(client: pg.ClientBase, requests: readonly Request[]): Promise<Answer[]> {
  return runSome(client, requests, () => true);
}

/** Runs statements in one round trip and returns the wanted results. The others are only known to have run. */
export function runSome(
  client: pg.ClientBase,
  given: readonly Request[],
  isWanted: (index: number) => boolean,
): Promise<Answer[]> {
  const requests =
    client instanceof UnpreparedClient
      ? given.map(({ text, values }) => ({ text, ...(values ? { values } : {}) }))
      : given;
  return new Promise((resolve, reject) => {
    client.query(new Batch(requests, isWanted, (type) => client.getTypeParser(type), resolve, reject));
  });
}

type Parse = (text: string) => unknown;

interface Column {
  readonly name: string;
  readonly parse: Parse;
}

/** State of the named statements of one connection. */
class NamedStatements {
  /** False if a failure leaves open whether the server has prepared the statement. */
  readonly #prepared = new Map<string, boolean>();
  /**
   * Columns by statement name. They cannot change: PostgreSQL refuses to run a statement whose columns differ.
   */
  readonly columns = new Map<string, readonly Column[]>();

  /** Adds the messages that prepare the statement, if it may be missing. Returns whether there are any. */
  prepare(name: string, text: string, message: Message): boolean {
    const known = this.#prepared.get(name);
    if (known) return false;
    // Closing a statement that does not exist is no error; preparing one that exists is.
    if (known === false) message.close(name);
    message.parse(name, text);
    this.#prepared.set(name, true);
    return true;
  }

  isUnreliable(name: string): void {
    this.#prepared.set(name, false);
  }
}

const statementsOf = new WeakMap<pg.Connection, NamedStatements>();

const NO_COLUMNS: readonly Column[] = [];
const UNWANTED: Answer = { command: '', rows: [], rowCount: null };

/**
 * A query as `pg` expects it. The pipeline mode of `pg` syncs after each statement and continues after a failure. Here
 * all statements share one sync, and nothing runs after a failure, least of all a COMMIT.
 */
class Batch implements pg.Submittable {
  readonly #requests: readonly Request[];
  readonly #isWanted: (index: number) => boolean;
  readonly #parserOf: (type: number) => Parse;
  readonly #resolve: (answers: Answer[]) => void;
  readonly #reject: (error: unknown) => void;
  readonly #answers: Answer[] = [];
  #rows: Record<string, unknown>[] = [];
  #columns: readonly Column[] | undefined;
  #statements = new NamedStatements();
  /** Statements that this batch prepares, by their position. */
  readonly #prepared = new Map<number, string>();

  constructor(
    requests: readonly Request[],
    isWanted: (index: number) => boolean,
    parserOf: (type: number) => Parse,
    resolve: (answers: Answer[]) => void,
    reject: (error: unknown) => void,
  ) {
    this.#requests = requests;
    this.#isWanted = isWanted;
    this.#parserOf = parserOf;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** The statements, under the name that queries of `pg` have, for code that observes queries. */
  get text(): string {
    return this.#requests.map(({ text }) => text).join('; ');
  }

  /** Name of the statement whose result arrives now. */
  get #name(): string {
    return this.#requests[this.#answers.length]?.name ?? '';
  }

  submit(connection: pg.Connection): void {
    const statements = statementsOf.get(connection) ?? this.#statements;
    statementsOf.set(connection, statements);
    this.#statements = statements;
    const message = new Message();
    this.#requests.forEach(({ name = '', text, values = [] }, index) => {
      if (name === '') message.parse('', text);
      else if (statements.prepare(name, text, message)) this.#prepared.set(index, name);
      message.bind(name, values);
      if (this.#isWanted(index) && !statements.columns.has(name)) message.describe();
      message.execute();
    });
    message.sync();
    // A closed connection fails all its queries itself.
    if (connection.stream.writable) connection.stream.write(message.toBuffer());
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#parserOf(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (!this.#isWanted(this.#answers.length)) return;
    this.#columns ??= this.#statements.columns.get(this.#name) ?? NO_COLUMNS;
    const row: Record<string, unknown> = {};
    for (const [index, { name, parse }] of this.#columns.entries()) {
      const value = fields[index] ?? null;
      row[name] = value === null ? null : parse(value);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (!this.#isWanted(this.#answers.length)) {
      this.#answers.push(UNWANTED);
      return;
    }
    const name = this.#name;
    const { columns } = this.#statements;
    if (name !== '') columns.set(name, this.#columns ?? columns.get(name) ?? NO_COLUMNS);
    const [command = '', ...counts] = text.split(' ');
    this.#answers.push({ command, rows: this.#rows, rowCount: Number(counts.at(-1) ?? 0) });
    this.#rows = [];
    this.#columns = undefined;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#answers);
  }

  handleError(error: Error, connection: pg.Connection): void {
    if (this.#isCommitted) {
      this.#resolveWhenClosed(connection.stream);
      return;
    }
    // The failed statement may have been prepared before it failed. The server skipped those after it.
    for (const [index, name] of this.#prepared) if (index >= this.#answers.length) this.#statements.isUnreliable(name);
    this.#reject(error instanceof pg.DatabaseError ? new BatchFailure(this.#answers, error) : error);
  }

  /** A server that shuts down during a commit completes it, confirms it, and closes the connection. */
  get #isCommitted(): boolean {
    return this.#answers.length === this.#requests.length && this.#answers.at(-1)?.command === 'COMMIT';
  }

  /** Resolves only after the close, when the pool knows that the connection cannot be reused. */
  #resolveWhenClosed(stream: pg.Connection['stream']): void {
    if (stream.closed) this.#resolve(this.#answers);
    else stream.once('close', () => this.#resolve(this.#answers)).destroy();
  }
}
