import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import type { AuditContext } from '#kernel/audit/audit-context.ts';
import { runAs } from '#kernel/audit/carry.ts';
import { noteCommand } from '#kernel/audit/note-command.ts';
import type { Command, Option, Options, Values } from '#kernel/command.ts';
import { findTextProblem, splitList } from '#kernel/command-values.ts';
import { AppError, type ErrorDetail } from '#kernel/errors.ts';
import { parseTime } from '#kernel/time.ts';

/** A usage error of the command line, in one sentence. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Finds the command whose words start the arguments; `ticket reply --id 3` is `ticket reply`. */
export function findCommand(
  commands: readonly Command[],
  args: readonly string[],
): { command: Command; rest: string[] } {
  const found = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  if (found) return { command: found, rest: args.slice(found.name.split(' ').length) };
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const named = args.slice(0, firstOption === -1 ? 2 : Math.min(firstOption, 2));
  const words = named.length > 0 ? named : args.slice(0, 1);
  const siblings = commands.map(({ name }) => name).filter((name) => name.split(' ')[0] === words[0]);
  const hint = siblings.length > 0 ? `Available commands: ${siblings.join(', ')}.` : 'See: hostler --help';
  throw new UsageError(`There is no command "${words.join(' ')}". ${hint}`);
}

/** Returns the parsed values with defaults, by option name. */
export function parseOptions<O extends Options>(
  { name, options }: { name: string; options: O },
  args: string[],
): Values<O> {
  const declared = Object.entries(options);
  const shape = Object.fromEntries(
    declared.map(([option, { type, repeatable: multiple = false }]) => [
      toFlag(option),
      { type: type === 'flag' ? ('boolean' as const) : ('string' as const), multiple },
    ]),
  );
  const { values: given } = parse(name, shape, args);
  return Object.fromEntries(
    declared.map(([option, declaration]) => [option, readOption(toFlag(option), declaration, given[toFlag(option)])]),
  ) as Values<O>;
}

/** Converts `memory_mb` to `memory-mb`. */
function toFlag(name: string): string {
  return name.replaceAll('_', '-');
}

function parse(
  name: string,
  options: Record<string, { type: 'string' | 'boolean'; multiple: boolean }>,
  args: string[],
) {
  try {
    return parseArgs({ args, options, allowPositionals: false, strict: true });
  } catch (error) {
    const [reason = 'Invalid options'] = (error as Error).message.split(/\.\s/);
    throw new UsageError(`${reason}. See: hostler ${name} --help`);
  }
}

function readOption(flag: string, option: Option, given: unknown): unknown {
  const { type, choices, required, description } = option;
  if (given === undefined) {
    if (required) throw new UsageError(`--${flag} is missing: ${description}`);
    return option.default;
  }
  if (type === 'integer') {
    if (!/^\d{1,15}$/.test(String(given))) throw new UsageError(`--${flag} must be a whole number.`);
    return Number(given);
  }
  if (type === 'list') {
    checkText(flag, String(given), { ...option, required: false });
    return splitList(String(given));
  }
  if (type === 'file') return readFileSync(String(given));
  if (type === 'time') {
    const time = parseTime(String(given));
    if (time === undefined) throw new UsageError(`--${flag} must be a date-time, like 2027-01-31T12:00:00Z.`);
    return time;
  }
  if (choices && !choices.includes(String(given))) {
    throw new UsageError(`--${flag} must be one of: ${choices.join(', ')}.`);
  }
  if (type === 'text') for (const text of [given].flat()) checkText(flag, String(text), option);
  return given;
}

function checkText(flag: string, text: string, option: Option): void {
  const problem = findTextProblem(text, option);
  if (problem !== undefined) throw new UsageError(`--${flag} ${problem.template}`);
}

/**
 * Runs a command with the values of `parseOptions`. Errors of services name fields; they are translated to options.
 * `operator` is the actor for the audit, by default the system user.
 */
export async function runCommand(command: Command, values: Values<Options>, operator?: string): Promise<object> {
  const auditContext = describeAuditContext(command, values, operator ?? nameUser());
  try {
    return await runAs(
      auditContext,
      () => command.run(values),
      (result, accounts) => noteCommand(auditContext, result, accounts),
    );
  } catch (error) {
    throw nameOptions(command, error);
  }
}

/** Runs a list command page by page. It only reads, so there is nothing to audit. */
export async function* runPages(command: Command, values: Values<Options>): AsyncGenerator<readonly object[]> {
  try {
    if (command.pages) yield* command.pages(values);
  } catch (error) {
    throw nameOptions(command, error);
  }
}

/**
 * Returns the audit context: changes of a command are audited in the accounts they belong to, in the same transaction.
 */
function describeAuditContext({ name }: Command, values: Values<Options>, label: string): AuditContext {
  return {
    actor: { kind: 'command_line', id: null, label },
    accounts: [],
    action: name,
    environment: 'live',
    address: null,
    requestId: null,
    changed: Object.entries(values).flatMap(([option, value]) => (value === undefined ? [] : [option])),
    recorded: false,
  };
}

/** The system user may have no name. */
function nameUser(): string {
  try {
    return userInfo().username;
  } catch {
    return 'command line';
  }
}

function nameOptions({ options }: Command, error: unknown): unknown {
  if (!(error instanceof AppError) || !error.details) return error;
  const optionOf = (detail: ErrorDetail): ErrorDetail => {
    const { field } = detail;
    const [, name = '', place = ''] = /^(\w+)(.*)$/s.exec(field) ?? [];
    const [option] = Object.entries(options).find(([own, declared]) => (declared.field ?? own) === name) ?? [];
    return { ...detail, field: option === undefined ? field : `--${toFlag(option)}${place}` };
  };
  return error.withDetails(error.details.map(optionOf));
}

export function describeCommands(commands: readonly Command[], others: readonly [string, string][]): string {
  const rows: [string, string][] = [
    ...others,
    ...commands.map(({ name, summary }): [string, string] => [name, summary]),
  ];
  return `Usage: hostler <command> [options]\n\n${alignColumns(rows)}\n\nFor the options of a command, run: hostler <command> --help. Add --json for JSON output.`;
}

export function describeCommand({ name, summary, options }: Pick<Command, 'name' | 'summary' | 'options'>): string {
  const rows = Object.entries(options).map(([option, declared]): [string, string] => [
    `--${toFlag(option)} ${describeKind(declared)}`.trim(),
    declared.description + describeAbsence(declared),
  ]);
  return `${summary}\n\nUsage: hostler ${name} [options]\n\n${alignColumns([...rows, ['--json', 'Print JSON.']])}`;
}

function describeKind({ type, choices }: Option): string {
  if (choices) return choices.join('|');
  return { text: 'string', list: 'string', time: 'string', file: 'path', integer: 'integer', flag: '' }[type];
}

function describeAbsence({ type, required, repeatable, default: fallback }: Option): string {
  if (required) return ' (required)';
  if (repeatable) return ' (repeatable)';
  return fallback === undefined || type === 'flag' ? '' : ` (default: ${fallback})`;
}

function alignColumns(rows: readonly [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

/** Formats a record as name and value, a list as a table, for people. */
export function formatForPeople(result: object, columns?: readonly string[]): string {
  if (!Array.isArray(result)) {
    return alignColumns(Object.entries(result).map(([name, value]) => [name, formatValue(value)]));
  }
  const rows = result as Record<string, unknown>[];
  return rows.length === 0 ? '(none)' : formatRows(rows, columns).text;
}

/** Formats rows as a table. With the widths of an earlier page, omits the header. */
export function formatRows(
  rows: readonly Record<string, unknown>[],
  columns?: readonly string[],
  before?: readonly number[],
): { text: string; widths: readonly number[] } {
  const names = columns ?? Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => formatValue(row[name]).replaceAll(/\s*\n\s*/g, ' ')));
  const cells = before ? lines : [names, ...lines];
  const widths = before ?? names.map((_, index) => Math.max(...cells.map((line) => (line[index] ?? '').length)));
  const pad = (cell: string, index: number) => cell.padEnd(widths[index] ?? 0);
  return { text: cells.map((line) => line.map(pad).join('  ').trimEnd()).join('\n'), widths };
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  return makeVisible(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Escapes control characters, so that texts of customers cannot control the terminal. */
export function makeVisible(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}
