import { setTimeout as sleep } from 'node:timers/promises';
import type { Output } from '../../output.ts';
import type { Client } from '../client.ts';
import type { WebSocket } from '../websocket.ts';

/** Secrets that open the streams of an operation. */
export type Fds = Readonly<Record<'0' | '1' | '2' | 'control', string>>;

export interface Streams {
  /** Sends the input and its end. */
  feed(input: string | Buffer | undefined): Promise<void>;
  /** Kills the command itself, not what it started. */
  kill(): void;
  /** Returns whether all output has arrived. Missing output does not arrive later. */
  drain(): Promise<boolean>;
  close(): void;
}

/** More than a normal command writes for long. One that floods its output is throttled, so that others can run. */
const BYTES_PER_TURN = 2 * 1024 * 1024;
const TURN_MS = 100;
/** The engine ends an operation when it has sent everything; this covers the transfer. */
const DRAIN_MS = 5_000;
const SIGKILL = 9;

export async function openStreams(
  client: Client,
  operation: string,
  fds: Fds,
  [stdout, stderr]: readonly [Output, Output],
  signal: AbortSignal | undefined,
): Promise<Streams> {
  const sockets: WebSocket[] = [];
  const close = () => {
    for (const socket of sockets) socket.close();
  };
  const open = async (secret: string) => {
    const socket = await client.openSocket(`${operation}/websocket`, { query: { secret }, signal });
    sockets.push(socket);
    return socket;
  };
  try {
    // First: the engine ends the command if this one breaks, and starts it when the others are connected.
    const control = await open(fds.control);
    const [input, out, err] = await Promise.all([open(fds['0']), open(fds['1']), open(fds['2'])]);
    void swallow(control);
    void swallow(input);
    const read = Promise.all([pour(out, stdout), pour(err, stderr)]);
    return {
      close,
      async feed(data = '') {
        await input.send(Buffer.from(data));
        await input.sendText('');
      },
      kill: () => void control.sendText(JSON.stringify({ command: 'signal', signal: SIGKILL })),
      async drain() {
        const whole = read.then((ends) => ends.every(Boolean));
        return Promise.race([whole, sleep(DRAIN_MS, false, { ref: false })]);
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Returns whether it was read to its end. The operation has the reason of a broken connection. */
async function pour(socket: WebSocket, output: Output): Promise<boolean> {
  let [taken, since] = [0, performance.now()];
  try {
    for await (const chunk of socket.read()) {
      output.add(chunk);
      taken += chunk.length;
      if (taken < BYTES_PER_TURN) continue;
      await sleep(Math.max(0, since + TURN_MS - performance.now()));
      [taken, since] = [0, performance.now()];
    }
    return true;
  } catch {
    return false;
  }
}

/** Carries no data, but pings are answered. */
async function swallow(socket: WebSocket): Promise<void> {
  try {
    for await (const _ of socket.read());
  } catch {}
}
