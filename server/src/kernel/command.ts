import type { Sorting, Tally } from '@hostler/database';
import type { CommandOffer } from './command-offer.ts';
import type { StaffRole } from './staff-roles.ts';

/** A command of the operator's command line, declared in the module it belongs to. */
export interface Command {
  /** For example `ticket reply`. */
  readonly name: string;
  readonly summary: string;
  readonly options: Options;
  /** Its route in the operator API. */
  readonly route: CommandOffer;
  /** Returns the record or the list of records that `--json` prints. */
  run(values: Record<string, unknown>, context?: CommandContext): Promise<object>;
  /** Returns a long list page by page. The caller prints each page before it reads the next. */
  pages?(values: Record<string, unknown>): AsyncIterable<readonly object[]>;
  /** Returns one page of a long list. */
  page?(values: Record<string, unknown>, bounds: PageBounds): Promise<readonly object[]>;
  /** Formats the result for people, if a table does not fit. */
  describe?(result: object): string;
  /** Columns of the table for people; all fields if absent. */
  readonly columns?: readonly string[];
  /** Returns whether the result sets a failing exit code for scripts. */
  isFailure?(result: object): boolean;
}

/** Where a command comes from. */
export interface CommandContext {
  /** Links that give access go by mail instead of being returned. */
  readonly byMail: boolean;
  /** The caller of the operator API: a person, or a key without id. Undefined on the command line. */
  readonly staff?: {
    readonly id: number | null;
    readonly email: string | null;
    readonly roles: ReadonlySet<StaffRole>;
  };
}

const ON_COMMAND_LINE: CommandContext = { byMail: false };

export interface PageBounds {
  readonly limit: number;
  /** Rows to skip. */
  readonly offset?: number;
  /** If given, the list counts its rows. */
  readonly tally?: Tally;
  /** Roles of the caller of the operator API. Absent on the command line, which may read everything. */
  readonly roles?: ReadonlySet<StaffRole>;
  /** Ignored by lists that cannot be sorted. */
  readonly sorting?: Sorting;
}

/** Options by name: `memory_mb` is `--memory-mb` on the command line. */
export type Options = Readonly<Record<string, Option>>;

/** `T` is the type of the value passed to `run`. */
export interface Option<T = unknown> {
  readonly type: 'text' | 'integer' | 'flag' | 'list' | 'time' | 'file';
  readonly description: string;
  /** Name of the field in the service, if it differs. Errors about the field then name the option. */
  readonly field?: string;
  readonly required: boolean;
  readonly default?: T;
  /** Refuses all other values. */
  readonly choices?: readonly string[];
  readonly repeatable?: boolean;
  /** Accepts several lines, and characters that change the writing direction. */
  readonly prose?: boolean;
  /** Should not be passed as an argument: `-` reads it from standard input. */
  readonly secret?: boolean;
}

/** Parsed values of a command's options. */
export type Values<O extends Options> = { readonly [Name in keyof O]: O[Name] extends Option<infer T> ? T : never };

interface Declaration<O extends Options, Result extends object> extends Pick<Command, 'name' | 'summary' | 'columns'> {
  options: O;
  route: CommandOffer<Values<O>, Result>;
  run(values: Values<O>, context: CommandContext): Promise<Result>;
  describe?(result: Result): string;
  isFailure?(result: Result): boolean;
}

/** Declares a command. `run` receives the option values by name and type. */
export function command<O extends Options, Result extends object>(declared: Declaration<O, Result>): Command {
  const run = (values: Values<O>, context = ON_COMMAND_LINE) => declared.run(values, context);
  return { ...declared, run } as unknown as Command;
}

export function text(description: string, { default: fallback }: { default?: string } = {}): Option<string> {
  return withDefault({ type: 'text', description }, fallback);
}

/** Declares a message, which may have several lines. */
export function prose(description: string): Option<string> {
  return { type: 'text', description, required: true, prose: true };
}

/** Declares a text that must not appear among the arguments of the process, where other users can read them. */
export function secret(description: string): Option<string> {
  const how = 'with - it is asked for, or the first line of standard input.';
  return {
    type: 'text',
    description: `${description} Others can see it among the arguments: ${how}`,
    required: true,
    secret: true,
  };
}

export function integer(description: string, { default: fallback }: { default?: number } = {}): Option<number> {
  return withDefault({ type: 'integer', description }, fallback);
}

export function choice<const T extends string>(
  choices: readonly T[],
  description: string,
  { default: fallback }: { default?: NoInfer<T> } = {},
): Option<T> {
  return withDefault({ type: 'text', description, choices }, fallback);
}

/** Declares a comma-separated list. */
export function list(
  description: string,
  { default: fallback, field }: { default?: readonly string[]; field?: string } = {},
): Option<readonly string[]> {
  return withDefault({ type: 'list', description, ...(field ? { field } : {}) }, fallback);
}

/** Declares a date-time or epoch seconds; `run` receives epoch milliseconds. */
export function time(description: string, { field }: { field?: string } = {}): Option<number> {
  return { type: 'time', description, required: true, ...(field ? { field } : {}) };
}

export function flag(description: string): Option<boolean> {
  return { type: 'flag', description, required: false, default: false };
}

/** Declares a file: a path on the command line, base64 over HTTP. `run` receives its bytes. */
export function file(description: string): Option<Uint8Array> {
  return { type: 'file', description, required: true };
}

/** Declares an option that may be repeated or omitted. */
export function texts(description: string, { field }: { field?: string } = {}): Option<string[]> {
  return { type: 'text', description, required: false, default: [], repeatable: true, ...(field ? { field } : {}) };
}

/** Makes an option optional. */
export function optional<T>(option: Option<T>): Option<T | undefined> {
  return { ...option, required: false };
}

function withDefault<T>(option: Omit<Option<T>, 'required'>, fallback: T | undefined): Option<T> {
  return fallback === undefined ? { ...option, required: true } : { ...option, required: false, default: fallback };
}
