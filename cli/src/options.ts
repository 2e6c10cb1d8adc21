import { readFileSync } from 'node:fs';
import { CliError } from './failure.ts';
import type { Field, Operation } from './operations.ts';
import { optionOf } from './words.ts';

/** Fields that are never given on the command line: other users of the machine and the shell history would see them. */
const SECRETS = /^(password|api_key|refresh_token|verifier)$/;
/** Handled by options of every list or action. */
const HIDDEN = new Set(['page', 'per_page', 'limit', 'wait', 'before', 'after']);

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly short?: string;
  readonly description: string;
  readonly values?: readonly string[] | undefined;
  /** Kind of record whose name or id it takes. */
  readonly record?: string | undefined;
  readonly isRequired?: boolean | undefined;
  /** Has a second form `--NAME-file`. */
  readonly isFile?: boolean | undefined;
}

export type Options = Readonly<Record<string, Option>>;
export type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** Returns the field that is an argument instead of an option: the id. */
export function argumentOf({ fields }: Operation): Field | undefined {
  const required = fields.filter(({ isRequired }) => isRequired);
  const [only] = required;
  return (
    fields.find(({ name }) => name === 'id') ?? (required.length === 1 && only?.name.endsWith('_id') ? only : undefined)
  );
}

/** Returns the fields that are options. */
function optionFields(operation: Operation): readonly Field[] {
  const argument = argumentOf(operation);
  return operation.fields.filter((field) => field !== argument && !HIDDEN.has(field.name));
}

/** Returns the options of an operation by name, without those of every command. */
export function describeOptions(operation: Operation): Options {
  return Object.fromEntries(
    optionFields(operation).flatMap((field): [string, Option][] => {
      const name = optionOf(field.name);
      const { description, values, isRequired } = field;
      if (field.type === 'boolean') return [[name, { type: 'boolean', description }]];
      const isFile = takesFile(field);
      const record = /_ids?$/.test(field.name) ? name : undefined;
      const option: Option = {
        type: 'string',
        multiple: field.isList ?? false,
        description,
        values,
        record,
        isRequired,
        isFile,
      };
      const file: Option = {
        type: 'string',
        description: `${description} Read from a file; - is standard input.`,
        isRequired,
      };
      if (SECRETS.test(field.name)) return [[`${name}-file`, file]];
      return [
        [name, option],
        ...(isFile ? [[`${name}-file`, { ...file, isRequired: false }] as [string, Option]] : []),
      ];
    }),
  );
}

function takesFile({ type, isList, values }: Field): boolean {
  return (
    type === 'object' ||
    (type === 'string' && values === undefined && !isList) ||
    (type === 'string' && isList === true)
  );
}

/** Returns the input of an operation. `resolve` turns the name of a record into its id. */
export async function readInput(
  operation: Operation,
  values: Values,
  resolve: (kind: string, text: string) => Promise<number>,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  const missing: string[] = [];
  for (const field of optionFields(operation)) {
    const name = optionOf(field.name);
    const given = readGiven(field, values[name], values[`${name}-file`], `--${name}`);
    if (given === undefined) {
      if (field.isRequired) missing.push(SECRETS.test(field.name) ? `--${name}-file` : `--${name}`);
      continue;
    }
    input[field.name] = await convert(field, given, name, resolve);
  }
  if (missing.length > 0) throw new CliError(`Missing: ${missing.join(', ')}.`);
  return input;
}

type Given = string | boolean | readonly string[];

function readGiven(field: Field, value: unknown, file: unknown, name: string): Given | undefined {
  if (file === undefined) return value as Given | undefined;
  if (value !== undefined) throw new CliError(`Use either ${name} or ${name}-file.`);
  const text = readTextFile(file as string).replace(/\r?\n$/, '');
  // One value per line, such as a file of SSH keys.
  return field.isList && field.type === 'string' ? text.split(/\r?\n/).filter((line) => line.trim() !== '') : text;
}

async function convert(
  field: Field,
  given: Given,
  name: string,
  resolve: (kind: string, text: string) => Promise<number>,
): Promise<unknown> {
  if (typeof given === 'boolean') return given;
  const one = async (text: string): Promise<unknown> => {
    if (field.isNullable && text === 'null') return null;
    if (field.name === 'id' || /_ids?$/.test(field.name)) return resolve(name, text);
    if (field.type === 'object') return parseJson(text, name);
    if (field.type === 'integer' || field.type === 'number') return parseNumber(text, field.type, name);
    return text;
  };
  if (!field.isList) return one(typeof given === 'string' ? given : (given[0] ?? ''));
  const texts = typeof given === 'string' ? [given] : given;
  if (field.type === 'object') {
    const parsed = await Promise.all(texts.map(one));
    return parsed.flat();
  }
  // An empty value clears a list.
  return texts.length === 1 && texts[0] === '' ? [] : Promise.all(texts.map(one));
}

function parseNumber(text: string, type: 'integer' | 'number', name: string): number {
  const value = Number(text);
  const isValid = type === 'integer' ? /^-?\d{1,15}$/.test(text) : text.trim() !== '' && Number.isFinite(value);
  if (!isValid) throw new CliError(`--${name} must be a ${type === 'integer' ? 'whole number' : 'number'}.`);
  return value;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(`--${name} must be JSON. Read a file with --${name}-file.`);
  }
}

/** Reads a text file, or standard input for `-`. */
export function readTextFile(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError(
      `Cannot read ${file === '-' ? 'standard input' : file}: ${code === 'ENOENT' ? 'no such file' : code}.`,
    );
  }
}
