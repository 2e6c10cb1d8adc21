import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/**
 * A copy of a shared database as compressed lines. The first line is the header. Each table follows as a line with its
 * name, its rows as PostgreSQL's COPY writes them, and `\.`. The last line has the counts and the hash of everything
 * before, so that a truncated or changed file is detected before use.
 */
export interface DataHeader {
  readonly hostler: 'data';
  readonly format: 1;
  readonly version: string;
  readonly made_at: string;
  readonly secret_key_name: string;
  /** Where the key is also kept, if that was confirmed. */
  readonly secret_key_place?: string;
  /** Migrations that created its tables. */
  readonly steps: readonly string[];
}

export interface DataTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** Last assigned id, if the database assigns them. Ids of deleted rows are not reused. */
  readonly last_id: number | null;
}

interface DataEnd {
  readonly end: true;
  readonly tables: number;
  readonly rows: number;
  readonly sha256: string;
}

export type DataSummary = Pick<DataEnd, 'tables' | 'rows'>;

/** The file is damaged; the message is a sentence for the operator. */
export class DamagedData extends Error {
  override name = 'DamagedData';
}

/** The database cannot be loaded into; the message is a sentence for the operator. */
export class NotLoaded extends Error {
  override name = 'NotLoaded';
}

const END_OF_ROWS = '\\.\n';
/** Rows are collected into few large writes. */
const GATHERED_BYTES = 64 * 1024;
/** A third of the time for a tenth more bytes. */
const FAST = 2;

export class DataWriter {
  readonly #hash = createHash('sha256');
  readonly #gzip = createGzip({ level: FAST });
  readonly #written: Promise<void>;
  #gathered: Buffer[] = [];
  #size = 0;
  #behind: Promise<unknown> | undefined;
  #tables = 0;
  #rows = 0;

  constructor(file: string, header: DataHeader) {
    this.#written = pipeline(this.#gzip, createWriteStream(file, { flush: true }));
    // The next write, or the end, reports the error.
    this.#written.catch(() => {});
    this.#line(header);
  }

  beginTable(table: DataTable): void {
    this.#tables++;
    this.#line(table);
  }

  /** Returns a promise if the disk is behind. */
  write(rows: Buffer | string): Promise<unknown> | undefined {
    const bytes = typeof rows === 'string' ? Buffer.from(rows) : rows;
    this.#gathered.push(bytes);
    this.#size += bytes.length;
    if (this.#size >= GATHERED_BYTES) this.#flush();
    return this.#behind;
  }

  endTable(rows: number): Promise<unknown> | undefined {
    this.#rows += rows;
    return this.write(END_OF_ROWS);
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#gathered, this.#size);
    this.#gathered = [];
    this.#size = 0;
    this.#hash.update(bytes);
    if (this.#gzip.write(bytes)) return;
    const drained = new Promise((resolve) => this.#gzip.once('drain', resolve));
    this.#behind ??= Promise.race([drained, this.#written]).finally(() => {
      this.#behind = undefined;
    });
    this.#behind.catch(() => {});
  }

  async end(): Promise<DataSummary> {
    this.#flush();
    const summary = { tables: this.#tables, rows: this.#rows };
    const end: DataEnd = { end: true, ...summary, sha256: this.#hash.digest('hex') };
    this.#gzip.end(`${JSON.stringify(end)}\n`);
    await this.#written;
    return summary;
  }

  async abort(): Promise<void> {
    this.#gzip.destroy();
    await this.#written.catch(() => {});
  }

  #line(value: object): void {
    void this.write(`${JSON.stringify(value)}\n`);
  }
}

/** Receives the rows of a table as whole lines. Rows it does not read are skipped. */
export type TakeRows = (table: DataTable, rows: AsyncIterable<Buffer>) => Promise<void>;

/** Reads the whole file and verifies its hash. The header is passed on before the first table. */
export async function readDataFile(
  file: string,
  { onHeader, takeRows }: { onHeader?: (header: DataHeader) => void; takeRows?: TakeRows } = {},
): Promise<{ header: DataHeader; summary: DataSummary }> {
  const lines = readLines(file);
  const hash = createHash('sha256');
  let tables = 0;
  let rows = 0;
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new DamagedData(`${file} is not whole: its end is missing.`);
    return value;
  };
  async function* rowsOfTable(): AsyncGenerator<Buffer> {
    for (;;) {
      const line = await next();
      hash.update(line);
      if (line.length === END_OF_ROWS.length && line.toString() === END_OF_ROWS) return;
      rows++;
      yield line;
    }
  }
  try {
    const first = await next();
    const header = parseHeader(file, first);
    hash.update(first);
    onHeader?.(header);
    for (;;) {
      const line = await next();
      const part = JSON.parse(line.toString()) as DataTable | DataEnd;
      if ('end' in part) {
        const isWhole = part.tables === tables && part.rows === rows && part.sha256 === hash.digest('hex');
        if (!isWhole) throw new DamagedData(`${file} was changed since it was made: its sum is another one.`);
        return { header, summary: { tables, rows } };
      }
      hash.update(line);
      tables++;
      const rest = rowsOfTable();
      await takeRows?.(part, gather(rest));
      for await (const _ of rest);
    }
  } catch (error) {
    throw toDamage(file, error);
  } finally {
    await lines.return(undefined);
  }
}

function parseHeader(file: string, line: Buffer): DataHeader {
  const header = JSON.parse(line.toString()) as Partial<DataHeader>;
  if (header.hostler !== 'data') throw new SyntaxError();
  if (header.format !== 1) throw new DamagedData(`${file} was made by a newer version: take that one to restore it.`);
  return header as DataHeader;
}

/** Converts errors of a malformed archive or line to `DamagedData`. Other errors are not about the file. */
function toDamage(file: string, error: unknown): unknown {
  const { code = '' } = error as { code?: string };
  if (error instanceof SyntaxError || code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR') {
    return new DamagedData(`${file} is not a whole copy made by backup-data.`);
  }
  return error;
}

async function* gather(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let size = 0;
  for await (const line of lines) {
    gathered.push(line);
    size += line.length;
    if (size < GATHERED_BYTES) continue;
    yield Buffer.concat(gathered, size);
    gathered = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(gathered, size);
}

/** Yields lines including their line break. */
async function* readLines(file: string): AsyncGenerator<Buffer, undefined> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  const piped = pipeline(source, unpacked).catch(() => {});
  let started: Buffer[] = [];
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
        const piece = chunk.subarray(from, end + 1);
        yield started.length > 0 ? Buffer.concat([...started, piece]) : piece;
        started = [];
        from = end + 1;
      }
      if (from < chunk.length) started.push(chunk.subarray(from));
    }
  } finally {
    source.destroy();
    unpacked.destroy();
    await piped;
  }
  return undefined;
}
