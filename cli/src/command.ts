import type { Environment } from './config.ts';
import type { Operation } from './operations.ts';
import type { Option, Options, Values } from './options.ts';
import type { Session, Target } from './session.ts';

export interface Argument {
  readonly name: string;
  /** Kind of record whose name or id it takes. */
  readonly record?: string | undefined;
  readonly isRequired: boolean;
  readonly values?: readonly string[];
}

export interface Command {
  /** Such as `server list`. */
  readonly words: string;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly args: readonly Argument[];
  readonly options: Options;
  /** Operation that it calls; commands by hand have none. */
  readonly operation?: Operation;
  /** For shells, not for people. */
  readonly isHidden?: boolean;
  /** Takes arguments for another program after `--`. */
  readonly takesRest?: boolean;
  run(call: Invocation): Promise<void>;
}

export interface Invocation {
  readonly args: readonly string[];
  /** Arguments after `--`. */
  readonly rest: readonly string[];
  readonly values: Values;
  readonly program: Program;
}

/** Parts of the program that every command may use. */
export interface Program {
  readonly env: Environment;
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly commands: readonly Command[];
  /** Opens the session on first use, so that commands without a server need no key. */
  session(): Session;
  /** Opens a session with a key that is not stored yet. */
  connect(target: Target): Session;
  print(text: string): void;
  /** Writes a line to standard error, without secrets. */
  note(text: string): void;
  /** Replaces the last line of progress on a terminal; undefined removes it. */
  progress(text: string | undefined): void;
  /** Runs on Ctrl-C before the process ends. */
  onInterrupt(hint: () => string | undefined): void;
}

export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Options of every command. */
export const GLOBAL_OPTIONS: Readonly<Record<string, Option>> = {
  context: { type: 'string', record: 'context', description: 'Account to use; see `hostctl context list`.' },
  output: { type: 'string', short: 'o', description: '`table` (default), `json` or `columns=NAME,NAME`.' },
  sandbox: { type: 'boolean', description: 'Uses the test key: writes are simulated.' },
  scenario: {
    type: 'string',
    values: ['fail', 'rate_limited', 'server_error', 'slow'],
    description: 'Forces an outcome in the sandbox.',
  },
  ca: { type: 'string', description: 'File of a certificate authority to trust.' },
  verbose: { type: 'boolean', description: 'Prints each request to standard error.' },
  help: { type: 'boolean', short: 'h', description: 'Shows this help.' },
};
