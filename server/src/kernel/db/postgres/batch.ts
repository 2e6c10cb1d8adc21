import pg from 'pg';
import type { Answer, Request } from './connection.ts';
import { UnpreparedClient } from './unprepared-client.ts';

/** A statement of a batch failed; those before it were run, those after it were not. */
export class BatchFailure extends Error {
  /** What those before it came to. */
  readonly answers: readonly Answer[];

  constructor(answers: readonly Answer[], cause: unknown) {
    super('a statement of a batch failed', { cause });
    this.answers = answers;
  }

  get index(): number {
    return this.answers.length;
  }
}

/** Runs statements one after the other in one round trip and answers what the last came to. */
export async function runBatch(client: pg.ClientBase, requests: readonly Request[]): Promise<Answer> {
  const answers = await run(client, requests, 'last');
  return answers.at(-1) as Answer;
}

/** The same, and answers what each came to. */
export function runEach(client: pg.ClientBase, requests: readonly Request[]): Promise<Answer[]> {
  return run(client, requests, 'all');
}

function run(client: pg.ClientBase, given: readonly Request[], wanted: 'last' | 'all'): Promise<Answer[]> {
  const requests =
    client instanceof UnpreparedClient
      ? given.map(({ text, values }) => ({ text, ...(values ? { values } : {}) }))
      : given;
  return new Promise((resolve, reject) => {
    client.query(new Batch(requests, wanted, (type) => client.getTypeParser(type), resolve, reject));
  });
}

type Parse = (text: string) => unknown;

/** What `pg` gives to every query, and does not declare. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** By name: what the server knows for sure, and what it was sent. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(values: { statement: string; values: readonly unknown[] }): void;
  describe(what: { type: 'P' }): void;
  execute(): void;
  sync(): void;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/**
 * As `pg` wants its queries. Its own pipeline mode asks the server to answer each statement by itself, and goes on after one
 * that failed; here all are answered together, and nothing is run after a failure, a COMMIT least of all.
 */
class Batch implements pg.Submittable {
  readonly #requests: readonly (Request & { readonly wired: readonly unknown[] })[];
  /** Of which statement the rows are wanted first, and of all that follow. */
  readonly #firstWanted: number;
  readonly #parserOf: (type: number) => Parse;
  readonly #resolve: (answers: Answer[]) => void;
  readonly #reject: (error: unknown) => void;
  readonly #answers: Answer[] = [];
  #rows: Record<string, unknown>[] = [];
  #columns: { name: string; parse: Parse }[] = [];

  constructor(
    requests: readonly Request[],
    wanted: 'last' | 'all',
    parserOf: (type: number) => Parse,
    resolve: (answers: Answer[]) => void,
    reject: (error: unknown) => void,
  ) {
    this.#requests = requests.map((request) => ({ ...request, wired: (request.values ?? []).map(prepareValue) }));
    this.#firstWanted = wanted === 'all' ? 0 : requests.length - 1;
    this.#parserOf = parserOf;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Of the statement that is answered now: `pg` remembers under it what the server has prepared. */
  get name(): string {
    return this.#requests[this.#answers.length]?.name ?? '';
  }

  get text(): string {
    return this.#requests[this.#answers.length]?.text ?? '';
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    wire.stream.cork();
    this.#requests.forEach(({ name = '', text, wired }, index) => {
      if (name === '' || !(name in wire.parsedStatements || name in wire.submittedNamedStatements)) {
        wire.parse({ name, text });
        if (name !== '') wire.submittedNamedStatements[name] = text;
      }
      wire.bind({ statement: name, values: wired });
      if (index >= this.#firstWanted) wire.describe({ type: 'P' });
      wire.execute();
    });
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#parserOf(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#answers.length < this.#firstWanted) return;
    const row: Record<string, unknown> = {};
    this.#columns.forEach(({ name, parse }, index) => {
      const value = fields[index] ?? null;
      row[name] = value === null ? null : parse(value);
    });
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [command = '', ...counts] = text.split(' ');
    this.#answers.push({ command, rows: this.#rows, rowCount: Number(counts.at(-1) ?? 0) });
    this.#rows = [];
    this.#columns = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#answers);
  }

  handleError(error: Error, connection: pg.Connection): void {
    const { submittedNamedStatements } = connection as unknown as Wire;
    // The server did not look at them any more.
    for (const { name } of this.#requests.slice(this.#answers.length)) if (name) delete submittedNamedStatements[name];
    this.#reject(error instanceof pg.DatabaseError ? new BatchFailure(this.#answers, error) : error);
  }
}
