import pg from 'pg';
import type { Answer, Request } from './connection.ts';
import { UnpreparedClient } from './unprepared-client.ts';

/** A statement of a batch failed; those before it were run, those after it were not. */
export class BatchFailure extends Error {
  readonly index: number;

  constructor(index: number, cause: unknown) {
    super('a statement of a batch failed', { cause });
    this.index = index;
  }
}

/** Runs statements one after the other in one round trip and answers what the last came to. */
export function runBatch(client: pg.ClientBase, given: readonly Request[]): Promise<Answer> {
  const requests =
    client instanceof UnpreparedClient
      ? given.map(({ text, values }) => ({ text, ...(values ? { values } : {}) }))
      : given;
  return new Promise((resolve, reject) => {
    client.query(new Batch(requests, (type) => client.getTypeParser(type), resolve, reject));
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
  readonly #parserOf: (type: number) => Parse;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: unknown) => void;
  readonly #rows: Record<string, unknown>[] = [];
  #columns: { name: string; parse: Parse }[] = [];
  #done = 0;
  #tag = '';

  constructor(
    requests: readonly Request[],
    parserOf: (type: number) => Parse,
    resolve: (answer: Answer) => void,
    reject: (error: unknown) => void,
  ) {
    this.#requests = requests.map((request) => ({ ...request, wired: (request.values ?? []).map(prepareValue) }));
    this.#parserOf = parserOf;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Of the statement that is answered now: `pg` remembers under it what the server has prepared. */
  get name(): string {
    return this.#requests[this.#done]?.name ?? '';
  }

  get text(): string {
    return this.#requests[this.#done]?.text ?? '';
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
      if (index === this.#requests.length - 1) wire.describe({ type: 'P' });
      wire.execute();
    });
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#parserOf(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#done < this.#requests.length - 1) return;
    const row: Record<string, unknown> = {};
    this.#columns.forEach(({ name, parse }, index) => {
      const value = fields[index] ?? null;
      row[name] = value === null ? null : parse(value);
    });
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#tag = text;
    this.#done++;
  }

  handleEmptyQuery(): void {
    this.#done++;
  }

  handleReadyForQuery(): void {
    const [command = '', ...counts] = this.#tag.split(' ');
    this.#resolve({ command, rows: this.#rows, rowCount: Number(counts.at(-1) ?? 0) });
  }

  handleError(error: Error, connection: pg.Connection): void {
    const { submittedNamedStatements } = connection as unknown as Wire;
    // The server did not look at them any more.
    for (const { name } of this.#requests.slice(this.#done)) if (name) delete submittedNamedStatements[name];
    this.#reject(error instanceof pg.DatabaseError ? new BatchFailure(this.#done, error) : error);
  }
}
