/** A command of the operator's command line, declared beside the module it belongs to. */
export interface Command {
  /** `ticket reply` */
  readonly name: string;
  readonly summary: string;
  readonly options: Record<string, CommandOption>;
  /** Answers what `--json` prints: a record or a list of records. */
  run(options: CommandOptions): Promise<object>;
  /** For people, where a table would not do. */
  describe?(result: object): string;
  /** Which fields the table for people shows; all of them when absent. */
  readonly columns?: readonly string[];
  /** Whether what was found is bad news, which scripts learn by the exit code. */
  isFailure?(result: object): boolean;
}

export interface CommandOption {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: string;
  readonly required?: boolean;
  readonly default?: string | number | boolean;
  /** For strings: nothing else is taken. */
  readonly choices?: readonly string[];
  /** For strings: may be given several times. */
  readonly repeatable?: boolean;
}

/** The options of a call, checked against their declaration. */
export class CommandOptions {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  /** For callers inside the server, who give what they know. */
  static withDefaults({ options }: Command, values: Readonly<Record<string, unknown>>): CommandOptions {
    const defaults = Object.entries(options).map(([name, option]) => [name, option.default]);
    return new CommandOptions({ ...Object.fromEntries(defaults), ...values });
  }

  string(name: string): string {
    return String(this.#values[name] ?? '');
  }

  optionalString(name: string): string | undefined {
    const value = this.#values[name];
    return value === undefined ? undefined : String(value);
  }

  /** Of a repeatable option; none when absent. */
  strings(name: string): string[] {
    return [this.#values[name] ?? []].flat().map(String);
  }

  integer(name: string): number {
    return Number(this.#values[name]);
  }

  optionalInteger(name: string): number | undefined {
    const value = this.#values[name];
    return value === undefined ? undefined : Number(value);
  }

  boolean(name: string): boolean {
    return this.#values[name] === true;
  }
}
