import type { Socket } from 'node:net';
import type { Client, Submittable } from 'pg';

/** Members of the `pg` connection that its types omit. */
interface CopyConnection {
  readonly stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** `copy … to stdout` or `from stdin`: transfers a stream of rows in the text format of PostgreSQL. */
abstract class Copy {
  readonly #text: string;
  readonly #outcome = Promise.withResolvers<number>();
  #rows = 0;
  protected failure: unknown;

  constructor(text: string) {
    this.#text = text;
  }

  /** Runs the copy and returns the number of rows. */
  run(client: Client): Promise<number> {
    client.query(this as unknown as Submittable);
    return this.#outcome.promise;
  }

  submit(connection: CopyConnection): void {
    connection.query(this.#text);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(text.split(' ')[1]);
  }

  handleReadyForQuery(): void {
    if (this.failure === undefined) this.#outcome.resolve(this.#rows);
    else this.#outcome.reject(this.failure);
  }

  handleError(error: unknown): void {
    this.failure ??= error;
    this.#outcome.reject(this.failure);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
}

class CopyOut extends Copy {
  readonly #write: (rows: Buffer) => Promise<unknown> | undefined;

  constructor(text: string, write: (rows: Buffer) => Promise<unknown> | undefined) {
    super(text);
    this.#write = write;
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: CopyConnection): void {
    // The buffer is reused after this call.
    const full = this.#write(Buffer.from(chunk));
    if (!full) return;
    connection.stream.pause();
    full.then(
      () => connection.stream.resume(),
      (error: Error) => {
        this.failure ??= error;
        connection.stream.destroy(error);
      },
    );
  }
}

class CopyIn extends Copy {
  readonly #rows: AsyncIterable<Buffer>;

  constructor(text: string, rows: AsyncIterable<Buffer>) {
    super(text);
    this.#rows = rows;
  }

  async handleCopyInResponse(connection: CopyConnection): Promise<void> {
    try {
      for await (const chunk of this.#rows) {
        // The server has refused the rows so far.
        if (this.failure !== undefined) return;
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) await drained(connection.stream);
      }
      connection.endCopyFrom();
    } catch (error) {
      this.failure ??= error;
      connection.sendCopyFail('The source failed.');
    }
  }
}

function drained(stream: Socket): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stream.off('drain', go).off('close', go);
      resolve();
    };
    stream.on('drain', go).on('close', go);
  });
}

/** Copies a table to `write`, which returns a promise if the copy must pause. */
export function copyOut(
  client: Client,
  { table, columns }: CopiedTable,
  write: (rows: Buffer) => Promise<unknown> | undefined,
): Promise<number> {
  return new CopyOut(`copy ${table} (${columns.map(quote).join(', ')}) to stdout`, write).run(client);
}

export function copyIn(client: Client, { table, columns }: CopiedTable, rows: AsyncIterable<Buffer>): Promise<number> {
  return new CopyIn(`copy ${table} (${columns.map(quote).join(', ')}) from stdin`, rows).run(client);
}

interface CopiedTable {
  readonly table: string;
  readonly columns: readonly string[];
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
