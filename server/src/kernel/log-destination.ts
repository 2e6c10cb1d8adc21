import { closeSync, constants, fstatSync, openSync, write, writeSync } from 'node:fs';

/** Written in blocks: a system call for every request would cost more than the request's own work. */
const BLOCK = 8_192;
const WRITTEN_AFTER_MS = 500;
/** What waits for a reader who does not read; beyond it lines are dropped. As much again may be under way. */
const MOST_WAITING = 1024 * 1024;
const FULL_PAUSE_MS = 100;
const STANDARD_ERROR = 2;

type Done = (error?: Error | null) => void;
type Outlet = (text: string, done: Done) => void;

/**
 * Standard error, for a log that must never hold up the process: neither its work nor its end wait for whoever reads.
 * What cannot be written is dropped and counted, and the log itself says so as soon as it can be written again.
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

  /** `describeDropped` makes the line that tells how many are missing. */
  constructor(describeDropped: (count: number) => string) {
    this.#describeDropped = describeDropped;
    const kind = fstatSync(STANDARD_ERROR);
    const isStream = kind.isFIFO() || kind.isSocket();
    this.#fd = kind.isCharacterDevice() ? openWithoutWaiting() : STANDARD_ERROR;
    this.#send = isStream ? sendToStream : (text, done) => writeAll(this.#fd, Buffer.from(text), done);
    // A reader that has gone away is told of by an event that would end the process if nobody listened. Asking for the
    // stream also makes a pipe one that never blocks, which the last write at the exit relies on.
    if (isStream) process.stderr.on('error', () => {});
  }

  /** How many lines never reached a reader. */
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

  /** The last try, while the process exits: what the reader does not take at once is lost. */
  writeLast(): void {
    try {
      for (let rest = Buffer.from(this.#waiting); rest.length > 0; ) rest = rest.subarray(writeSync(this.#fd, rest));
    } catch {
      // There is nobody left to tell.
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

/** A pipe or a socket waits in the event loop; a write of the thread pool would occupy a thread, and the exit waits for those. */
function sendToStream(text: string, done: Done): void {
  process.stderr.write(text, done);
}

/** A terminal that is stopped (Ctrl-S) holds up whoever writes to it, unless it was opened so as not to wait. */
function openWithoutWaiting(): number {
  try {
    const fd = openSync('/dev/stderr', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    if (fstatSync(fd).rdev === fstatSync(STANDARD_ERROR).rdev) return fd;
    closeSync(fd);
  } catch {
    // Somebody else's terminal, or a system without the name: then it is written to as it is.
  }
  return STANDARD_ERROR;
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
