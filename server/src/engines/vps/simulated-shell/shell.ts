import type { Inside } from './inside.ts';
import type { Node } from './syntax.ts';

export interface Io {
  input: Buffer;
  out(chunk: Buffer): void;
  err(chunk: Buffer): void;
}

/** State of a running shell, besides the machine. */
export interface Shell {
  /** Name of the script, then its arguments. */
  parameters: string[];
  variables: Map<string, string>;
  exported: Set<string>;
  functions: Map<string, Node>;
  folder: string;
  lastCode: number;
  stopsOnFailure: boolean;
  refusesUnset: boolean;
}

/** The machine as commands see it. */
export interface Machine {
  readonly inside: Inside;
  readonly hostname: string;
  readonly image: string;
  readonly memoryMb: number;
  readonly ipv4: string;
  /** Simulates work that takes a share of a restart; throws if the machine stops or time is up. */
  work(share: number): Promise<void>;
  /** The same in real seconds. */
  sleep(seconds: number): Promise<void>;
  /** Called before every command. */
  tick(): Promise<void>;
}

export interface Call {
  args: readonly string[];
  io: Io;
  shell: Shell;
  machine: Machine;
  /** Returns whether there is such a command. */
  has(name: string): boolean;
  /** Runs another command in place of this one. */
  run(args: readonly string[], shell?: Shell): Promise<number>;
  runScript(script: string, shell: Shell, input: Buffer): Promise<number>;
}

/** Returns the exit code. */
export type Command = (call: Call) => number | Promise<number>;

/** Leaves the script, a function or a loop. */
export class Leave extends Error {
  override readonly name = 'Leave';
  readonly what: 'exit' | 'return' | 'break' | 'continue';
  readonly code: number;

  constructor(what: Leave['what'], code: number) {
    super(what);
    this.what = what;
    this.code = code;
  }
}

export function openShell(environment: Readonly<Record<string, string>>, parameters: readonly string[]): Shell {
  return {
    parameters: [...parameters],
    variables: new Map(Object.entries(environment)),
    exported: new Set(Object.keys(environment)),
    functions: new Map(),
    folder: '/root',
    lastCode: 0,
    stopsOnFailure: false,
    refusesUnset: false,
  };
}

/** Returns a subshell: its state is separate, but the machine is shared. */
export function forkShell(shell: Shell): Shell {
  return {
    ...shell,
    variables: new Map(shell.variables),
    exported: new Set(shell.exported),
    functions: new Map(shell.functions),
  };
}

export function environmentOf({ variables, exported }: Shell): Record<string, string> {
  return Object.fromEntries([...variables].filter(([name]) => exported.has(name)));
}

export function resolvePath({ folder }: Shell, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

export function print(io: Io, text: string): number {
  io.out(Buffer.from(text));
  return 0;
}

/** Writes an error message to standard error. */
export function complain(io: Io, text: string, code = 1): number {
  io.err(Buffer.from(`${text}\n`));
  return code;
}
