import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenSandboxTerminal, ShownMachine, Terminal, TerminalKind, TerminalSize } from '../driver.ts';
import { sampleMachine } from '../simulated-metrics.ts';
import { runLine } from './commands.ts';
import { LineEditor, LONGEST_LINE, type Typed } from './line-editor.ts';
import { OutputQueue } from './output-queue.ts';
import type { Scene, Usage } from './scene.ts';

/** The machine of a simulated terminal. */
export interface TerminalMachine extends ShownMachine {
  /** Text before the first prompt. */
  readonly greeting: string;
  measure(): Usage;
  isUp(): Promise<boolean>;
}

/** Characters that are taken at a time. */
const PIECE = 4_096;
/** Lines that are run in a turn, so that others are served. */
const LINES_PER_TURN = 16;
const TURN_MS = 100;
/** Longest output of a line, in characters. */
const LONGEST_OUTPUT = 16_384;
/** Age of a measurement, which costs as much as many commands. */
const MEASURED_MS = 1_000;
const LOOK_MS = 200;

/**
 * Opens a simulated terminal: a prompt, line editing and a fixed set of commands. It is no shell and runs nothing. It
 * holds a line, 50 lines of history and about 64 KiB of output. Further input waits until the output was read.
 */
export function openSimulatedTerminal(
  machine: TerminalMachine,
  { kind, ...opened }: TerminalSize & { kind: TerminalKind },
): Terminal {
  const output = new OutputQueue();
  const write = (text: string) => output.push(Buffer.from(text));
  const editor = new LineEditor(write);
  const decoder = new StringDecoder('utf8');
  const size = { columns: opened.columns, rows: opened.rows };
  const scene: Scene = { machine, size, folder: '/root', measure };
  const watch = setInterval(() => void endIfDown(), LOOK_MS).unref();
  let isLoggedIn = kind === 'shell';
  let exitCode: number | null = null;
  let ended = false;
  let last = Promise.resolve();
  let lines = 0;
  let usage: Usage | undefined;
  let measuredAt = 0;

  write(machine.greeting);
  prompt();

  function measure(): Usage {
    if (!usage || performance.now() - measuredAt > MEASURED_MS) {
      usage = machine.measure();
      measuredAt = performance.now();
    }
    return usage;
  }
  function prompt(): void {
    const folder = scene.folder.replace(/^\/root(?=\/|$)/, '~');
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

  /** Returns the exit code if the session ends. */
  function react(typed: Typed): number | undefined {
    if (typed.kind === 'end') return 0;
    if (typed.kind === 'too-long') {
      write(`The line is longer than ${LONGEST_LINE.toLocaleString('en')} characters. It was not run.\r\n`);
    } else if (typed.kind === 'line' && !isLoggedIn) isLoggedIn = typed.line.trim() !== '';
    else if (typed.kind === 'line') {
      const { output: text, exitCode: code } = runLine(typed.line, scene);
      write(text.slice(0, LONGEST_OUTPUT).replaceAll('\n', '\r\n'));
      return code;
    }
    return undefined;
  }

  /** Resolves once there is room for more input. */
  async function type(keys: string): Promise<void> {
    for (let at = 0; at < keys.length; at += PIECE) {
      for (const typed of editor.type(keys.slice(at, at + PIECE))) {
        await output.room();
        if (++lines % LINES_PER_TURN === 0) await sleep(TURN_MS);
        if (ended) return;
        const code = react(typed);
        if (code === undefined) prompt();
        else leave(code);
      }
      await output.room();
    }
  }

  return {
    read: () => output.read(),
    write(data) {
      last = last.then(() => (ended ? undefined : type(decoder.write(data)))).catch(() => end(null));
      return last;
    },
    resize: (to) => void Object.assign(size, to),
    readExitCode: async () => exitCode,
    close: () => end(null),
  };
}

const HOUR = 3_600_000;

/** Its machine exists only in this terminal, and looks like the server. */
export const openSandboxTerminal: OpenSandboxTerminal = (machine, options) => {
  const bootedAt = Date.now() - HOUR;
  const sampled = { spec: { ...machine, name: 'sandbox' }, bootedAt, stoppedAt: null, ranMs: 24 * HOUR };
  return openSimulatedTerminal(
    {
      ...machine,
      greeting: 'This is the sandbox: a simulated terminal. Nothing reaches your server.\r\n',
      measure: () => measureMachine(sampled, Date.now()),
      isUp: async () => true,
    },
    options,
  );
};

/** Returns the usage of a simulated machine. The clock may be before its boot. */
export function measureMachine(machine: Parameters<typeof sampleMachine>[0], now: number): Usage {
  const { bootedAt } = machine;
  const at = Math.max(now, bootedAt);
  const nothing = { cpuSeconds: 0, memoryUsedBytes: 0, diskUsedBytes: 0 };
  return { ...nothing, ...sampleMachine(machine, at), at, bootedAt };
}
