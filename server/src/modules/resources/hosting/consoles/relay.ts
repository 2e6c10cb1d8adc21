import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '#engines/engine.ts';
import type { Terminal } from '#engines/vps/driver.ts';
import type { ClientSocket, SocketMessage } from '#kernel/http/client-socket.ts';
import { SECOND } from '#kernel/time.ts';
import { LONGEST_MS } from './lifetimes.ts';

/** Why a session ended. */
export type End =
  | { reason: 'exited'; exit_code: number | null }
  | { reason: 'left' | 'idle' | 'too_long' | 'flood' | 'rights' | 'shutdown' | 'engine' | 'bad_message' };

interface RelayOptions {
  /** Time without input after which the session ends. */
  idleMs: number;
  /** Ends the session; its reason is an `End`. */
  signal: AbortSignal;
}

/** Bytes that a session sends in a turn. A command that floods its output is throttled, so that others are served. */
const BYTES_PER_TURN = 256 * 1024;
const TURN_MS = 125;
/** Time for a terminal to take the input that a client sent before it disconnected. */
const LAST_INPUT_MS = SECOND;

/**
 * Carries bytes between a client and a terminal until one of them ends. Holds one chunk in each direction: a client that
 * does not read makes the process in the machine wait.
 */
export async function relay(client: ClientSocket, terminal: Terminal, options: RelayOptions): Promise<End> {
  const { promise, resolve: end } = Promise.withResolvers<End>();
  const idle = setTimeout(() => end({ reason: 'idle' }), options.idleMs);
  const longest = setTimeout(() => end({ reason: 'too_long' }), LONGEST_MS);
  let last: NodeJS.Timeout | undefined;
  const stop = () => end(options.signal.reason as End);
  const leave = () => {
    last = setTimeout(() => end({ reason: 'left' }), LAST_INPUT_MS);
  };
  if (options.signal.aborted) stop();
  options.signal.addEventListener('abort', stop);
  const flood = () => end({ reason: 'flood' });
  client.gone.addEventListener('abort', leave);
  client.flood?.addEventListener('abort', flood);
  void forward(client, terminal).then(end);
  void receive(client, terminal, () => idle.refresh()).then(end);
  try {
    return await promise;
  } finally {
    clearTimeout(idle);
    clearTimeout(longest);
    clearTimeout(last);
    options.signal.removeEventListener('abort', stop);
    client.gone.removeEventListener('abort', leave);
    client.flood?.removeEventListener('abort', flood);
    terminal.close();
  }
}

/** Sends output to the client until the process ends. */
async function forward(client: ClientSocket, terminal: Terminal): Promise<End> {
  let [sent, since] = [0, performance.now()];
  try {
    for await (const chunk of terminal.read()) {
      await client.send(chunk);
      sent += chunk.length;
      if (sent < BYTES_PER_TURN) continue;
      await sleep(Math.max(0, since + TURN_MS - performance.now()));
      [sent, since] = [0, performance.now()];
    }
    return { reason: 'exited', exit_code: await terminal.readExitCode() };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { reason: 'engine' };
  }
}

/** Passes input to the process until the client disconnects. */
async function receive(client: ClientSocket, terminal: Terminal, onInput: () => void): Promise<End> {
  for await (const message of client.read()) {
    onInput();
    if (message.data) await terminal.write(message.data);
    else if (!control(message, terminal)) return { reason: 'bad_message' };
  }
  return { reason: 'left' };
}

/** Returns false if the message is unknown. */
function control({ text = '' }: SocketMessage, terminal: Terminal): boolean {
  let message: { type?: unknown; columns?: unknown; rows?: unknown } | null;
  try {
    message = JSON.parse(text);
  } catch {
    return false;
  }
  const { type, columns, rows } = message ?? {};
  if (type !== 'resize' || !isSize(columns) || !isSize(rows)) return false;
  terminal.resize({ columns, rows });
  return true;
}

function isSize(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 1_000;
}
