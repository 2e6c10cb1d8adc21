import { EngineError } from '../../engine.ts';
import type { Terminal, TerminalOptions, TerminalSize } from '../driver.ts';
import { needInstance } from './arrival.ts';
import type { Context } from './context.ts';
import { ApiError, failUnreachable } from './errors.ts';
import { isRunning, pathOf } from './instances.ts';
import type { Operation } from './operations.ts';
import type { WebSocket } from './websocket.ts';

/** Starts the login shell of root, whichever it is; `sh` if it cannot be found. */
const LOGIN = `cd ~ 2>/dev/null
shell=$(sed -n 's/^root:.*://p' /etc/passwd 2>/dev/null)
[ -x "$shell" ] || shell=/bin/sh
exec "$shell" -l`;
const ENVIRONMENT = { TERM: 'xterm-256color', HOME: '/root', USER: 'root', LANG: 'C.UTF-8' };
const SIGHUP = 1;
/** Time to wait for the exit code after the output has ended. */
const END_MS = 5_000;

type Fds = Readonly<Record<'0' | 'control', string>>;

/** Opens a shell or the console, with one websocket of the engine for its data and one for control. */
export async function openInstanceTerminal(
  context: Context,
  name: string,
  options: TerminalOptions,
): Promise<Terminal> {
  const { kind, signal } = options;
  const instance = await needInstance(context, name, { signal });
  if (!isRunning(instance)) throw failNotRunning();
  const { operation, fds } = await begin(context, name, options);
  const open = (secret: string) => context.client.openSocket(`${operation}/websocket`, { query: { secret }, signal });
  // First: the engine ends the shell if this one breaks, and starts it when both are connected.
  const control = await open(fds.control);
  const data = await open(fds['0']).catch((error: unknown) => {
    control.close();
    throw error;
  });
  const closed = swallow(control);
  return {
    read: () => readOutput(data),
    write: (bytes) => data.send(bytes),
    resize: (size) => void control.sendText(JSON.stringify({ command: 'window-resize', args: toArgs(size) })),
    async readExitCode() {
      if (kind === 'serial') return null;
      const ended = await context.operations.watch(operation, AbortSignal.timeout(END_MS)).catch(() => undefined);
      const { return: code = -1 } = (ended?.metadata ?? {}) as { return?: number };
      return code < 0 || code > 255 ? null : code;
    },
    close() {
      if (kind === 'shell') void control.sendText(JSON.stringify({ command: 'signal', signal: SIGHUP }));
      data.close();
      control.close();
      void closed;
    },
  };
}

async function begin(
  { client }: Context,
  name: string,
  { kind, signal, ...size }: TerminalOptions,
): Promise<{ operation: string; fds: Fds }> {
  const { columns: width, rows: height } = size;
  const shell = {
    command: ['sh', '-c', LOGIN],
    environment: ENVIRONMENT,
    'wait-for-websocket': true,
    interactive: true,
  };
  const body = kind === 'shell' ? { ...shell, width, height } : { type: 'console', width, height };
  const path = pathOf(name, kind === 'shell' ? '/exec' : '/console');
  try {
    const answer = await client.call<Operation>('POST', path, { body, signal });
    return { operation: answer.operation ?? '', fds: (answer.metadata.metadata as { fds: Fds }).fds };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (/not running|is frozen/i.test(error.message)) throw failNotRunning();
    if (/already/i.test(error.message)) {
      throw new EngineError('conflict', 'Another terminal uses the serial console. Close it first.', { cause: error });
    }
    throw error;
  }
}

async function* readOutput(socket: WebSocket): AsyncGenerator<Buffer> {
  try {
    yield* socket.read();
  } catch (error) {
    throw failUnreachable(error);
  }
}

/** Numbers of the control messages are texts. */
function toArgs({ columns, rows }: TerminalSize) {
  return { width: String(columns), height: String(rows) };
}

/** Carries no data, but pings are answered. */
async function swallow(socket: WebSocket): Promise<void> {
  try {
    for await (const _ of socket.read());
  } catch {}
}

function failNotRunning(): EngineError {
  return new EngineError('conflict', 'The server is not running.');
}
