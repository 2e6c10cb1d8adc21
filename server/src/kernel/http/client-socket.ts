import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { SECOND } from '../time.ts';
import type { InputMeter } from './input-meter.ts';
import type { MeteredSocket } from './metered-socket.ts';

/** Received bytes that wait for the reader before the client has to wait. */
const FULL_BYTES = 64 * 1024;
const PING_MS = 20 * SECOND;
/** A client that answers no ping for this long is gone. */
const PATIENCE_MS = 60 * SECOND;
/** Time for a client to confirm the end. */
const CLOSE_MS = 2 * SECOND;

export type CloseCode = 1000 | 1001 | 1003 | 1008 | 1011;

export type SocketMessage = { text: string; data?: undefined } | { text?: undefined; data: Buffer };

/** The server's side of a WebSocket. Either side waits if the other does not read. */
export class ClientSocket {
  readonly #socket: WebSocket;
  readonly #metered: MeteredSocket | undefined;
  readonly #gone = new AbortController();
  #received: SocketMessage[] = [];
  #bytes = 0;
  #wake: (() => void) | undefined;
  #answeredAt = performance.now();

  constructor(socket: WebSocket, metered?: MeteredSocket) {
    this.#socket = socket;
    this.#metered = metered;
    const alive = setInterval(() => this.#ping(), PING_MS).unref();
    socket.on('message', (data: Buffer, isBinary) => this.#receive(data, isBinary));
    socket.on('pong', () => {
      this.#answeredAt = performance.now();
    });
    // The close event follows, with the code of the failure.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(alive);
      this.#gone.abort();
      this.#wake?.();
    });
  }

  /** Aborted once the client has disconnected. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Aborted when the client has sent more than its meter allows for minutes. */
  get flood(): AbortSignal | undefined {
    return this.#metered?.flood;
  }

  /** Shares a limit on input with other connections. */
  share(meter: InputMeter): void {
    this.#metered?.share(meter);
  }

  /** Yields messages until the client disconnects. */
  async *read(): AsyncGenerator<SocketMessage> {
    for (;;) {
      const message = this.#received.shift();
      if (message) {
        yield message;
        this.#bytes -= sizeOf(message);
        if (this.#socket.isPaused && this.#bytes < FULL_BYTES) this.#resume();
      } else if (this.#gone.signal.aborted) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  /** Resolves once the data is with the system, which takes as long as the client takes to read. Never rejects. */
  send(data: Buffer | string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.readyState !== this.#socket.OPEN) resolve();
      else this.#socket.send(data, { binary: typeof data !== 'string' }, () => resolve());
    });
  }

  /** Sends a control message. */
  tell(message: object): void {
    void this.send(JSON.stringify(message));
  }

  /** Closes the connection, and drops it if the client does not confirm that soon. */
  async close(code: CloseCode, reason = ''): Promise<void> {
    this.#socket.close(code, reason);
    if (this.#socket.isPaused) this.#resume();
    await sleep(CLOSE_MS, undefined, { signal: this.gone, ref: false }).catch(() => {});
    this.#socket.terminate();
  }

  #receive(data: Buffer, isBinary: boolean): void {
    // A pong may be far behind other input.
    this.#answeredAt = performance.now();
    const message = isBinary ? { data } : { text: data.toString('utf8') };
    this.#received.push(message);
    this.#bytes += sizeOf(message);
    if (this.#bytes >= FULL_BYTES) this.#socket.pause();
    this.#wake?.();
  }

  #resume(): void {
    // A pong may be among the data that was not read.
    this.#answeredAt = performance.now();
    this.#socket.resume();
  }

  #ping(): void {
    if (this.#socket.isPaused) return;
    if (performance.now() - this.#answeredAt > PATIENCE_MS) this.#socket.terminate();
    else this.#socket.ping();
  }
}

/** Empty messages count, too: a flood of them must not be free. */
function sizeOf({ text, data }: SocketMessage): number {
  return 64 + (text ?? data).length;
}
