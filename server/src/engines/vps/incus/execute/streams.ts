import { setTimeout as sleep } from 'node:timers/promises';
import type { Output } from '../../output.ts';
import type { Client } from '../client.ts';
import type { WebSocket } from '../websocket.ts';

/** The secrets by which the streams of an operation are opened. */
export type Fds = Readonly<Record<'0' | '1' | '2' | 'control', string>>;

export interface Streams {
  /** Sends what the command shall read, and that there is no more. */
  feed(input: string | Buffer | undefined): Promise<void>;
  /** Ends the command itself, not what it started. */
  kill(): void;
  /** Answers whether all that was written has come; what has not does not come any more. */
  drain(): Promise<boolean>;
  close(): void;
}

/** More than any honest command writes for long; one that floods us waits, and others get their turn. */
const BYTES_PER_TURN = 2 * 1024 * 1024;
const TURN_MS = 100;
/** The engine ends an operation when it has sent everything; this is for the way. */
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
    // First of all: the engine ends the command when this one breaks, and begins it when the others are there.
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

/** Whether it was read to its end; why a line broke is told by the operation, which knows more. */
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

/** Nothing of meaning comes here, but pings are answered. */
async function swallow(socket: WebSocket): Promise<void> {
  try {
    for await (const _ of socket.read());
  } catch {}
}
