/** A command of the operator's command line, declared beside the module it belongs to. */
export interface Command {
  /** `ticket reply` */
  readonly name: string;
  readonly summary: string;
  readonly options: Options;
  /** Answers what `--json` prints: a record or a list of records. */
  run(values: Record<string, unknown>): Promise<object>;
  /** The same a page at a time, for lists that may be long: the caller prints each page before it reads the next. */
  pages?(values: Record<string, unknown>): AsyncIterable<readonly object[]>;
  /** For people, where a table would not do. */
  describe?(result: object): string;
  /** Which fields the table for people shows; all of them when absent. */
  readonly columns?: readonly string[];
  /** Whether what was found is bad news, which scripts learn by the exit code. */
  isFailure?(result: object): boolean;
}

/** By name: `memory_mb` is `--memory-mb` on the command line. */
export type Options = Readonly<Record<string, Option>>;

/** `T` is what `run` is given for it. */
export interface Option<T = unknown> {
  readonly type: 'text' | 'integer' | 'flag' | 'list' | 'time';
  readonly description: string;
  /** What the service calls it where that is another name: whoever is told of the field reads of the option. */
  readonly field?: string;
  readonly required: boolean;
  readonly default?: T;
  /** Nothing else is taken. */
  readonly choices?: readonly string[];
  readonly repeatable?: boolean;
  /** Text of several lines, in which the direction of writing may change. */
  readonly prose?: boolean;
  /** Better not among the arguments: `-` has it read from standard input. */
  readonly secret?: boolean;
}

/** What the options of a command come to. */
export type Values<O extends Options> = { readonly [Name in keyof O]: O[Name] extends Option<infer T> ? T : never };

interface Declaration<O extends Options, Result extends object> extends Pick<Command, 'name' | 'summary' | 'columns'> {
  options: O;
  run(values: Values<O>): Promise<Result>;
  describe?(result: Result): string;
  isFailure?(result: Result): boolean;
}

/** Declares a command whose `run` is given what its options say, by name and type. */
export function command<O extends Options, Result extends object>(declared: Declaration<O, Result>): Command {
  return declared as unknown as Command;
}

export function text(description: string, { default: fallback }: { default?: string } = {}): Option<string> {
  return withDefault({ type: 'text', description }, fallback);
}

/** What somebody reads as a message: it may have several lines. */
export function prose(description: string): Option<string> {
  return { type: 'text', description, required: true, prose: true };
}

/** A text that others on the machine should not see among the arguments of the process. */
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

/** Separated by commas. */
export function list(
  description: string,
  { default: fallback, field }: { default?: readonly string[]; field?: string } = {},
): Option<readonly string[]> {
  return withDefault({ type: 'list', description, ...(field ? { field } : {}) }, fallback);
}

/** A date-time or epoch seconds; `run` is given epoch milliseconds. */
export function time(description: string, { field }: { field?: string } = {}): Option<number> {
  return { type: 'time', description, required: true, ...(field ? { field } : {}) };
}

/** Given or not. */
export function flag(description: string): Option<boolean> {
  return { type: 'flag', description, required: false, default: false };
}

/** May be given several times, or not at all. */
export function texts(description: string, { field }: { field?: string } = {}): Option<string[]> {
  return { type: 'text', description, required: false, default: [], repeatable: true, ...(field ? { field } : {}) };
}

/** The same, or nothing. */
export function optional<T>(option: Option<T>): Option<T | undefined> {
  return { ...option, required: false };
}

function withDefault<T>(option: Omit<Option<T>, 'required'>, fallback: T | undefined): Option<T> {
  return fallback === undefined ? { ...option, required: true } : { ...option, required: false, default: fallback };
}
