import { parseArgs } from 'node:util';
import { type Command, type CommandOption, CommandOptions } from './kernel/command.ts';

/** What the caller of the command line did wrong, in one sentence. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Finds the command whose words begin the arguments; `ticket reply --id 3` is `ticket reply`. */
export function findCommand(
  commands: readonly Command[],
  args: readonly string[],
): { command: Command; rest: string[] } {
  const found = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  if (found) return { command: found, rest: args.slice(found.name.split(' ').length) };
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const words = args.slice(0, firstOption === -1 ? 2 : Math.min(firstOption, 2));
  const siblings = commands.map(({ name }) => name).filter((name) => name.split(' ')[0] === words[0]);
  const hint = siblings.length > 0 ? `There are: ${siblings.join(', ')}.` : 'See: hostler --help';
  throw new UsageError(`There is no command "${words.join(' ')}". ${hint}`);
}

export function parseOptions(command: Pick<Command, 'name' | 'options'>, args: string[]): CommandOptions {
  const declared = Object.entries(command.options);
  const shape = Object.fromEntries(
    declared.map(([name, { type, repeatable: multiple = false }]) => [
      name,
      { type: type === 'boolean' ? ('boolean' as const) : ('string' as const), multiple },
    ]),
  );
  const { values } = parse(command.name, shape, args);
  const options: Record<string, unknown> = {};
  for (const [name, option] of declared) {
    const value = values[name] ?? option.default;
    if (value === undefined && option.required) throw new UsageError(`--${name} is missing: ${option.description}`);
    if (value !== undefined) options[name] = readOption(name, option, value);
  }
  return new CommandOptions(options);
}

function parse(
  name: string,
  options: Record<string, { type: 'string' | 'boolean'; multiple: boolean }>,
  args: string[],
) {
  try {
    return parseArgs({ args, options, allowPositionals: false, strict: true });
  } catch (error) {
    const [reason = 'The options could not be read'] = (error as Error).message.split('. ');
    throw new UsageError(`${reason}. See: hostler ${name} --help`);
  }
}

function readOption(name: string, { type, choices }: CommandOption, value: unknown): unknown {
  if (type === 'integer' && typeof value === 'string') {
    if (!/^\d{1,15}$/.test(value)) throw new UsageError(`--${name} must be a whole number.`);
    return Number(value);
  }
  if (choices && !choices.includes(String(value))) {
    throw new UsageError(`--${name} must be one of: ${choices.join(', ')}.`);
  }
  return value;
}

export function describeCommands(commands: readonly Command[], others: readonly [string, string][]): string {
  const rows: [string, string][] = [
    ...others,
    ...commands.map(({ name, summary }): [string, string] => [name, summary]),
  ];
  return `Usage: hostler <command> [options]\n\n${alignColumns(rows)}\n\nEach command explains itself with --help; --json prints for machines.`;
}

export function describeCommand({ name, summary, options }: Omit<Command, 'run'>): string {
  const rows = Object.entries(options).map(([option, { description, ...declared }]) => {
    const { type, required, choices, repeatable, default: fallback } = declared;
    const kind = choices ? choices.join('|') : type === 'boolean' ? '' : type;
    const absent = required ? ' (required)' : fallback === undefined ? '' : ` (when absent: ${fallback})`;
    const note = repeatable ? `${absent} (may be given several times)` : absent;
    return [`--${option} ${kind}`.trim(), description + note] as [string, string];
  });
  return `${summary}\n\nUsage: hostler ${name} [options]\n\n${alignColumns([...rows, ['--json', 'Print JSON.']])}`;
}

function alignColumns(rows: readonly [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

/** A record as name and value, a list as a table; for people. */
export function formatForPeople(result: object, columns?: readonly string[]): string {
  if (!Array.isArray(result)) {
    return alignColumns(Object.entries(result).map(([name, value]) => [name, formatValue(value)]));
  }
  const rows = result as Record<string, unknown>[];
  if (rows.length === 0) return '(none)';
  const names = columns ?? Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => formatValue(row[name])))];
  const widths = names.map((_, index) => Math.max(...cells.map((line) => (line[index] ?? '').length)));
  return cells
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
