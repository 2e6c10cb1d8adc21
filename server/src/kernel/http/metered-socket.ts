import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { FrameCounter } from './frame-counter.ts';
import { type Input, InputMeter } from './input-meter.ts';

/** Bytes that are taken in a turn: at most 43 frames, which have at least 6 bytes. */
const PIECE = 256;
/** Time without a break in which input waited for the meter, after which it is a flood. */
const FLOOD_MS = 5 * 60_000;
const NOTHING: Input = { frames: 0, bytes: 0 };

type Done = (error?: Error | null) => void;

/**
 * The connection of a WebSocket, read as fast as its meter allows. The rest stays with the client. It counts the frames
 * itself, because the WebSocket reports neither empty fragments nor what it has not parsed.
 */
export class MeteredSocket extends Duplex {
  readonly #socket: Duplex;
  readonly #now: () => number;
  readonly #flood = new AbortController();
  readonly #counter = new FrameCounter();
  /** Until the owner of the connection is known. */
  #meter = new InputMeter();
  #isWanted = false;
  #isWaiting = false;
  #heldSince: number | undefined;

  constructor(socket: Duplex, now: () => number = () => performance.now()) {
    super({ readableHighWaterMark: PIECE });
    this.#socket = socket;
    this.#now = now;
    if (socket instanceof Socket) socket.setTimeout(0).setNoDelay();
    this.on('error', () => {});
    socket.on('readable', () => this.#ask());
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  /** Aborted when the client sends more than the meter allows for minutes. */
  get flood(): AbortSignal {
    return this.#flood.signal;
  }

  /** Shares the limit of other connections from now on. */
  share(meter: InputMeter): void {
    this.#meter = meter;
  }

  override _read(): void {
    this.#isWanted = true;
    this.#ask();
  }

  #ask(): void {
    if (!this.#isWanted || this.#isWaiting) return;
    if (this.#socket.readableLength === 0) {
      // Reports the end, if this is one.
      this.#socket.read(0);
      return;
    }
    this.#isWaiting = true;
    this.#heldSince ??= this.#now();
    this.#meter.wait(() => this.#take());
  }

  #take(): Input {
    this.#isWaiting = false;
    const { readableLength } = this.#socket;
    const piece: Buffer | null = this.destroyed ? null : this.#socket.read(Math.min(PIECE, readableLength));
    if (!piece) return NOTHING;
    const input = { frames: this.#counter.count(piece), bytes: piece.length };
    this.#isWanted = this.push(piece);
    // Input that waits because its reader does is no flood.
    if (this.isPaused() || this.#socket.readableLength === 0) this.#heldSince = undefined;
    else if (this.#now() - (this.#heldSince ?? 0) > FLOOD_MS) this.#flood.abort();
    this.#ask();
    return input;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#socket.write(chunk, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#socket.cork();
    for (const { chunk } of chunks.slice(0, -1)) this.#socket.write(chunk);
    this.#socket.write(chunks.at(-1)?.chunk ?? '', done);
    this.#socket.uncork();
  }

  override _final(done: Done): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#socket.destroy();
    done(error);
  }
}
