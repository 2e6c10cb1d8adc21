import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/**
 * A copy of a shared database: compressed lines. The first says what it is, then comes each table as a line that names it,
 * its rows as PostgreSQL's COPY writes them, and `\.`; the last line has the count and the sum of all before it, so that a
 * file that was cut off or changed is known before anything is done with it.
 */
export interface DataHeader {
  readonly hostler: 'data';
  readonly format: 1;
  readonly version: string;
  readonly made_at: string;
  readonly secret_key_name: string;
  /** The steps its tables were made by. */
  readonly steps: readonly string[];
}

export interface DataTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** The last id that was given out, where the database gives them; ids of deleted rows are not given again. */
  readonly last_id: number | null;
}

interface DataEnd {
  readonly end: true;
  readonly tables: number;
  readonly rows: number;
  readonly sha256: string;
}

export type DataSummary = Pick<DataEnd, 'tables' | 'rows'>;

/** The file is not what it has to be; a sentence for the operator. */
export class DamagedData extends Error {
  override name = 'DamagedData';
}

/** The database is not one to be loaded into; a sentence for the operator. */
export class NotLoaded extends Error {
  override name = 'NotLoaded';
}

const END_OF_ROWS = '\\.\n';
/** Few large pieces rather than many rows. */
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
    // Whoever writes next, or ends it, is told.
    this.#written.catch(() => {});
    this.#line(header);
  }

  beginTable(table: DataTable): void {
    this.#tables++;
    this.#line(table);
  }

  /** A promise where the disk is behind. */
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

/** Takes the rows of a table, as whole lines; whatever it leaves is skipped. */
export type TakeRows = (table: DataTable, rows: AsyncIterable<Buffer>) => Promise<void>;

/** Reads the whole file and compares its sum; the header is shown before the first table. */
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

/** What is no archive, or no line of ours, is told as what it is; anything else is not about the file. */
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

/** Each with its end. */
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
