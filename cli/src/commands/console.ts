import type { WebSocket as Socket } from 'ws';
import type { Command, Invocation } from '../command.ts';
import { CliError, EXIT } from '../failure.ts';
import { resolveId } from '../records.ts';

/** Ctrl-], as in telnet. */
const LEAVE = 0x1d;
/** The server takes messages up to 64 KiB. */
const MOST_BYTES = 32 * 1024;
const MOST_CELLS = 1_000;
const HANDSHAKE_MS = 15_000;

export const consoleCommand: Command = {
  words: 'console',
  summary: 'Open a terminal in a server',
  description:
    'The terminal needs no SSH and no network in the server. Leave it with Ctrl-]. The exit code is that of the shell.',
  args: [{ name: 'server', record: 'server', isRequired: true }],
  options: {
    serial: {
      type: 'boolean',
      description: 'Opens the serial console, which shows boot messages and asks for a login.',
    },
  },
  run: open,
};

/** Messages of the server; docs/console.md lists them. */
interface Control {
  readonly type: string;
  readonly message?: string;
  readonly reason?: string;
  readonly exit_code?: number | null;
}

async function open({ args: [server = ''], values, program }: Invocation): Promise<void> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new CliError('hostctl console needs a terminal. In scripts, use: hostctl ssh SERVER -- COMMAND');
  }
  const { hostler, http } = program.session();
  const id = await resolveId(hostler, program.operations, 'server', server);
  const { url } = await hostler.hosting.console({ id, kind: values.serial === true ? 'serial' : 'shell' });
  // Loaded on demand: no other command needs it.
  const { WebSocket } = await import('ws');
  const options = { agent: http.agentOf(url), handshakeTimeout: HANDSHAKE_MS, perMessageDeflate: false };
  const { reason, message, exit_code } = await attach(new WebSocket(url, options));
  program.note(`\r\n${message ?? 'The console has ended.'}`);
  if (reason === 'left') return;
  if (reason === 'exited') process.exitCode = exit_code ?? EXIT.refused;
  else process.exitCode = reason === 'rights' || reason === 'error' ? EXIT.refused : EXIT.unreachable;
}

/** Connects the terminal until the session ends. Restores the terminal. */
function attach(socket: Socket): Promise<Control> {
  const { stdin, stdout } = process;
  let end: Control = { type: 'exit', message: 'The connection was lost.' };
  const resize = () => {
    // Some terminals, such as those of scripts, have no size. The server takes 1 to 1,000.
    const [columns, rows] = [stdout.columns, stdout.rows].map((size) => Math.min(size, MOST_CELLS));
    if (columns && rows) socket.send(JSON.stringify({ type: 'resize', columns, rows }));
  };
  const type = (bytes: Buffer) => {
    if (bytes.length === 1 && bytes[0] === LEAVE) {
      end = { type: 'exit', reason: 'left', message: 'You left the console.' };
      return socket.close();
    }
    for (let from = 0; from < bytes.length; from += MOST_BYTES) socket.send(bytes.subarray(from, from + MOST_BYTES));
  };
  const hear = (control: Control) => {
    if (control.type === 'ready') {
      stdin.setRawMode(true).on('data', type);
      stdout.on('resize', resize);
      resize();
    }
    if (control.type === 'exit') end = control;
    if (control.type === 'error') end = { ...control, reason: 'error' };
  };
  return new Promise((resolve) => {
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return hear(JSON.parse(data.toString('utf8')) as Control);
      if (stdout.write(data)) return;
      // A terminal that does not keep up makes the server wait.
      socket.pause();
      stdout.once('drain', () => socket.resume());
    });
    socket.on('error', (error) => {
      end = { type: 'exit', message: `The console could not be reached: ${error.message}` };
    });
    socket.on('close', () => {
      stdin.off('data', type).setRawMode(false).pause();
      stdout.off('resize', resize);
      resolve(end);
    });
  });
}
