import { closeSync, constants, fstatSync, mkdirSync, openSync, renameSync, statSync, write, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Lines are written in blocks: a system call per request would cost more than the request itself. */
const BLOCK = 8_192;
const WRITTEN_AFTER_MS = 500;
/** Most bytes that wait for a slow reader. Further lines are dropped. As much again may be in the current write. */
const MOST_WAITING = 1024 * 1024;
const FULL_PAUSE_MS = 100;
const STANDARD_ERROR = 2;
/** A log file that is larger at a start begins anew. */
const LARGEST_FILE = 50 * 1024 * 1024;

type Done = (error?: Error | null) => void;
type Outlet = (text: string, done: Done) => void;

/**
 * Writes the log to standard error or a file without ever blocking the process or its exit on a slow reader. Lines that cannot be
 * written are dropped and counted. The log reports the count as soon as a write succeeds again.
 */
export class LogDestination {
  readonly #describeDropped: (count: number) => string;
  readonly #fd: number;
  readonly #send: Outlet;
  #waiting = '';
  #underWay = false;
  #timer: NodeJS.Timeout | undefined;
  #dropped = 0;
  #untold = 0;

  /**
   * `describeDropped` returns the log line for a number of dropped lines. With a file, lines are appended to it instead
   * of standard error.
   */
  constructor(describeDropped: (count: number) => string, file?: string) {
    this.#describeDropped = describeDropped;
    if (file !== undefined) {
      this.#fd = openFile(file);
      this.#send = (text, done) => writeAll(this.#fd, Buffer.from(text), done);
      return;
    }
    const kind = fstatSync(STANDARD_ERROR);
    const isStream = kind.isFIFO() || kind.isSocket();
    this.#fd = kind.isCharacterDevice() ? openWithoutWaiting() : STANDARD_ERROR;
    this.#send = isStream ? sendToStream : (text, done) => writeAll(this.#fd, Buffer.from(text), done);
    // Without a listener the error event of a closed reader would end the process. Accessing the stream also makes a
    // pipe non-blocking, which the last write at exit relies on.
    if (isStream) process.stderr.on('error', () => {});
  }

  /** Number of lines that were dropped. */
  get dropped(): number {
    return this.#dropped;
  }

  write(text: string): void {
    if (this.#waiting.length + text.length > MOST_WAITING) {
      this.#drop(text);
      return;
    }
    this.#waiting += text;
    if (this.#waiting.length >= BLOCK) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), WRITTEN_AFTER_MS).unref();
  }

  /** Writes the remaining lines at exit. Lines the reader does not accept at once are lost. */
  writeLast(): void {
    try {
      for (let rest = Buffer.from(this.#waiting); rest.length > 0; ) rest = rest.subarray(writeSync(this.#fd, rest));
    } catch {
      // The reader is gone, so the error cannot be reported.
    }
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#underWay || this.#waiting === '') return;
    const text = this.#waiting;
    const told = this.#untold;
    this.#waiting = '';
    this.#underWay = true;
    this.#send(told > 0 ? this.#describeDropped(told) + text : text, (error) => {
      this.#underWay = false;
      if (error) this.#drop(text);
      else this.#untold -= told;
      if (this.#waiting.length >= BLOCK) this.#flush();
    });
  }

  #drop(text: string): void {
    const lines = countLines(text);
    this.#dropped += lines;
    this.#untold += lines;
  }
}

/**
 * Writes to a pipe or a socket through the event loop. A write in the thread pool would occupy a thread, and the exit
 * waits for threads.
 */
function sendToStream(text: string, done: Done): void {
  process.stderr.write(text, done);
}

/** Opens the terminal non-blocking: a stopped terminal (Ctrl-S) would block every writer. */
function openWithoutWaiting(): number {
  try {
    const fd = openSync('/dev/stderr', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    if (fstatSync(fd).rdev === fstatSync(STANDARD_ERROR).rdev) return fd;
    closeSync(fd);
  } catch {
    // The terminal of another user, or a system without this path: use the descriptor as it is.
  }
  return STANDARD_ERROR;
}

/** Opens a log file that only its owner can read. A large one of earlier starts is kept under another name. */
function openFile(file: string): number {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_FILE) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

function writeAll(fd: number, bytes: Buffer, done: Done): void {
  write(fd, bytes, (error, written) => {
    const isFull = (error as NodeJS.ErrnoException | null)?.code === 'EAGAIN';
    if (isFull) setTimeout(writeAll, FULL_PAUSE_MS, fd, bytes, done).unref();
    else if (error || written === bytes.length) done(error);
    else writeAll(fd, bytes.subarray(written), done);
  });
}

function countLines(text: string): number {
  let lines = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) lines++;
  return lines;
}
