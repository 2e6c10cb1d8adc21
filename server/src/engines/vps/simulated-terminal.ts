import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenSandboxTerminal, Terminal, TerminalKind, TerminalSize } from './driver.ts';
import { SHELL_ENVIRONMENT } from './simulated-execute.ts';
import { bootInside, type Inside } from './simulated-shell/inside.ts';
import { runLine } from './simulated-shell/interpret.ts';
import { LineEditor, type Typed } from './simulated-shell/line-editor.ts';
import { OutputQueue } from './simulated-shell/output-queue.ts';
import { Leave, openShell, type Machine as Seen } from './simulated-shell/shell.ts';

/** The machine of a simulated terminal. */
export interface TerminalMachine extends Pick<Seen, 'hostname' | 'image' | 'memoryMb' | 'ipv4'> {
  /** Text before the first prompt. */
  readonly greeting: string;
  /** Approximate duration of a restart, which commands that take long are shares of. */
  readonly delayMs: number;
  load(): Promise<Inside>;
  save(inside: Inside): void;
  isUp(): Promise<boolean>;
}

/** Input that waits while a command runs. More is dropped, as by a real terminal. */
const MOST_WAITING = 4_096;
/** An endless command lets others run after this many steps. */
const STEPS_PER_BREATH = 100;
const BREATH_MS = 2;
const LOOK_MS = 200;

class Interrupted extends Error {}

/** Opens an interactive simulated shell: a prompt, echo, line editing and the commands of the simulated machines. */
export function openSimulatedTerminal(
  machine: TerminalMachine,
  { kind, ...size }: TerminalSize & { kind: TerminalKind },
): Terminal {
  const output = new OutputQueue();
  const write = (text: string) => output.push(Buffer.from(text));
  const editor = new LineEditor(write);
  const decoder = new StringDecoder('utf8');
  const shell = openShell(SHELL_ENVIRONMENT, ['-sh']);
  const watch = setInterval(() => void endIfDown(), LOOK_MS).unref();
  let waiting = '';
  let isBusy = false;
  let isInterrupted = false;
  let isLoggedIn = kind === 'shell';
  let exitCode: number | null = null;
  let ended = false;

  resize(size);
  write(machine.greeting);
  prompt();

  function resize({ columns, rows }: TerminalSize): void {
    shell.variables.set('COLUMNS', String(columns)).set('LINES', String(rows));
  }
  function prompt(): void {
    const folder = shell.folder.replace(/^\/root(?=\/|$)/, '~');
    const name = machine.hostname.split('.')[0];
    editor.ask(isLoggedIn ? `root@${name}:${folder}# ` : `${machine.hostname} login: `);
  }
  function end(code: number | null): void {
    if (ended) return;
    ended = true;
    exitCode = code;
    clearInterval(watch);
    output.end();
  }
  async function endIfDown(): Promise<void> {
    if (!(await machine.isUp().catch(() => false))) end(null);
  }
  /** Ends a shell; a console asks for the next login instead. */
  function leave(code: number): void {
    if (kind === 'shell') {
      write('logout\r\n');
      end(code);
      return;
    }
    isLoggedIn = false;
    write('\r\n');
    prompt();
  }

  async function react(typed: Typed): Promise<void> {
    if (typed.kind === 'end') return leave(shell.lastCode);
    if (typed.kind === 'line' && !isLoggedIn) isLoggedIn = typed.line.trim() !== '';
    else if (typed.kind === 'line' && typed.line.trim() !== '') {
      const code = await run(typed.line);
      if (code !== undefined) return leave(code);
    }
    if (!ended) prompt();
  }

  /** Returns the exit code if the line leaves the shell. */
  async function run(line: string): Promise<number | undefined> {
    isInterrupted = false;
    const inside = await machine.load();
    const before = JSON.stringify(inside);
    const out = (chunk: Buffer) => write(chunk.toString('utf8').replace(/\r?\n/g, '\r\n'));
    try {
      await runLine(line, shell, { input: Buffer.alloc(0), out, err: out }, seeMachine(inside));
    } catch (error) {
      if (error instanceof Leave) return error.code;
      if (!(error instanceof Interrupted)) throw error;
      shell.lastCode = 130;
      write('^C\r\n');
    } finally {
      if (JSON.stringify(inside) !== before) machine.save(inside);
    }
    return undefined;
  }

  function seeMachine(inside: Inside): Seen {
    const { hostname, image, memoryMb, ipv4, delayMs } = machine;
    let steps = 0;
    const check = () => {
      if (isInterrupted || ended) throw new Interrupted();
    };
    const pass = async (ms: number) => {
      const until = performance.now() + ms;
      for (let left = ms; left > 0; left = until - performance.now()) {
        check();
        await sleep(Math.min(left, LOOK_MS));
      }
      check();
    };
    return {
      ...{ inside, hostname, image, memoryMb, ipv4 },
      work: (share) => pass(delayMs * share),
      sleep: (seconds) => pass(seconds * 1000),
      async tick() {
        if (++steps % STEPS_PER_BREATH === 0) await sleep(BREATH_MS);
        await output.room();
        check();
      },
    };
  }

  /** Handles the typed keys one command at a time. */
  async function work(): Promise<void> {
    isBusy = true;
    try {
      while (waiting !== '' && !ended) {
        const taken = editor.take(waiting);
        waiting = taken?.rest ?? '';
        if (taken) await react(taken.typed);
      }
    } catch {
      end(null);
    } finally {
      isBusy = false;
    }
  }

  return {
    read: () => output.read(),
    async write(data) {
      const keys = decoder.write(data);
      const interrupt = isBusy ? keys.lastIndexOf('\u0003') : -1;
      if (interrupt >= 0) [isInterrupted, waiting] = [true, ''];
      waiting = (waiting + keys.slice(interrupt + 1)).slice(0, MOST_WAITING);
      // Not awaited: an interrupt has to arrive while the command runs.
      if (!isBusy) void work();
    },
    resize,
    readExitCode: async () => exitCode,
    close: () => end(null),
  };
}

/** Its machine exists only in this terminal. */
export const openSandboxTerminal: OpenSandboxTerminal = (machine, options) => {
  const inside = bootInside(undefined, 0);
  return openSimulatedTerminal(
    {
      ...machine,
      greeting: 'This is the sandbox: a simulated shell. Nothing reaches your server.\r\n',
      delayMs: 0,
      load: async () => inside,
      save() {},
      isUp: async () => true,
    },
    options,
  );
};
