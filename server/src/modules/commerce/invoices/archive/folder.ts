import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncPath } from '@hostler/database';
import {
  bucketOf,
  compareSeries,
  type DocumentNumber,
  nameSeries,
  readNumber,
  readSeries,
  type Series,
  writeNumber,
} from './number.ts';

const OWNER = 'installation.json';
/** Error codes of file systems without hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];
/** About the size of a document, so that a full disk refuses it. */
const PROBE = 'x'.repeat(4_096);

export class ForeignArchive extends Error {
  override name = 'ForeignArchive';
}

/** The highest position of a series in the archive. */
export interface Highest extends Series {
  readonly position: number;
}

export type ArchiveFolder = ReturnType<typeof openArchiveFolder>;

/**
 * Stores a file per document: `INV-2026/000/INV-2026-000042.json`. A file is complete or absent, even after a power
 * cut, and is never replaced. Only the user of the process can read it.
 */
export function openArchiveFolder(path: string, installation: string) {
  /** Creates the folder if there is none. Throws ForeignArchive if it belongs to another installation. */
  async function claim(): Promise<void> {
    const owner = join(path, OWNER);
    await make(path);
    const text = (await readIfThere(owner)) ?? (await introduce(owner));
    if (!text.includes(JSON.stringify(installation))) throw new ForeignArchive(path);
  }

  async function introduce(owner: string): Promise<string> {
    await writeNew(owner, `${JSON.stringify({ installation })}\n`);
    return readFile(owner, 'utf8');
  }

  /** Throws if a document cannot be written. */
  async function probe(): Promise<void> {
    const file = join(path, `.probe-${randomUUID()}`);
    try {
      await writeSynced(file, PROBE);
    } finally {
      await rm(file, { force: true });
    }
  }

  /** Writes a document, or finds it there with the same content. Returns false if the file holds something else. */
  async function write(number: DocumentNumber, content: string): Promise<boolean> {
    const file = fileOf(number);
    await make(dirname(file));
    return (await writeNew(file, content)) || (await readFile(file, 'utf8')) === content;
  }

  /** Writes a document beside the one that has its number already. */
  async function writeSecond(number: DocumentNumber, content: string): Promise<void> {
    await writeNew(fileOf(number).replace(/\.json$/, '.second.json'), content);
  }

  /** Undefined if there is no such document. */
  function read(number: DocumentNumber): Promise<string | undefined> {
    return readIfThere(fileOf(number));
  }

  /** Returns the highest number of every series. Lists two folders per series, with at most a thousand names. */
  async function findHighest(): Promise<Highest[]> {
    const highest: Highest[] = [];
    for (const series of await listSeries()) {
      for (const bucket of (await listBuckets(series)).reverse()) {
        const position = (await listPositions(series, bucket)).at(-1);
        if (position === undefined) continue;
        highest.push({ ...series, position });
        break;
      }
    }
    return highest;
  }

  /** Invoices come first, because a credit note refers to one. */
  async function listSeries(): Promise<Series[]> {
    return (await names(path)).flatMap((name) => readSeries(name) ?? []).sort(compareSeries);
  }

  /** In order. */
  async function listBuckets(series: Series): Promise<number[]> {
    const found = (await names(join(path, nameSeries(series)))).filter((name) => /^\d{3,9}$/.test(name));
    return found.map(Number).sort((a, b) => a - b);
  }

  /** In order. Other files are ignored. */
  async function listPositions(series: Series, bucket: number): Promise<number[]> {
    const found = await names(join(path, nameSeries(series), nameBucket(bucket)));
    return found
      .flatMap((name) => (name.endsWith('.json') ? (readNumber(name.slice(0, -5))?.position ?? []) : []))
      .filter((position) => bucketOf(position) === bucket)
      .sort((a, b) => a - b);
  }

  function fileOf(number: DocumentNumber): string {
    const name = writeNumber(number);
    return join(path, nameSeries(number), nameBucket(bucketOf(number.position)), `${name}.json`);
  }

  return { path, claim, probe, write, writeSecond, read, fileOf, findHighest, listSeries, listBuckets, listPositions };
}

function nameBucket(bucket: number): string {
  return String(bucket).padStart(3, '0');
}

async function make(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made !== dirname(first); made = dirname(made)) await syncPath(dirname(made));
}

/** Returns false, and changes nothing, if the file exists. */
async function writeNew(file: string, content: string): Promise<boolean> {
  const part = `${file}.${randomUUID()}.part`;
  try {
    await writeSynced(part, content);
    if (!(await giveName(part, file))) return false;
    await syncPath(dirname(file));
    return true;
  } finally {
    await rm(part, { force: true });
  }
}

async function writeSynced(file: string, content: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** As in kernel/give-name.ts, without blocking the process on a slow disk. */
async function giveName(part: string, file: string): Promise<boolean> {
  try {
    await link(part, file);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.includes(code)) throw error;
    if (await isThere(file)) return false;
    await rename(part, file);
    return true;
  }
}

async function isThere(file: string): Promise<boolean> {
  return (await ifThere(stat(file))) !== undefined;
}

function readIfThere(file: string): Promise<string | undefined> {
  return ifThere(readFile(file, 'utf8'));
}

async function names(folder: string): Promise<string[]> {
  return (await ifThere(readdir(folder))) ?? [];
}

async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
