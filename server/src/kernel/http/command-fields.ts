import type { Option } from '../command.ts';
import { type CommandOperation, fieldOf } from '../command-route.ts';
import { findTextProblem, splitList } from '../command-values.ts';
import { type ErrorDetail, fieldErrors, validationError } from '../errors.ts';
import { parseTime } from '../time.ts';
import { type TObject, type TProperties, type TSchema, Type } from '../type.ts';
import { missingId } from './parameters.ts';

const LONGEST_TEXT = 65_536;
/** The body limit of the route is lower. */
const LONGEST_FILE = 64 * 1024 * 1024;
const MOST_ITEMS = 1_000;
const DATE_TIME = { examples: ['2027-01-31T12:00:00Z'] };

/** Returns the schema of the query of a GET: options as text, as a URL has them. */
export function querySchema(operation: CommandOperation): TObject {
  return Type.Object({ ...describeRecord(operation), ...describeOptions(operation, toParameter) });
}

/** Returns the schema of the body of a POST. The record is named in the query, or as `id` here. */
export function bodySchema(operation: CommandOperation): TObject {
  return Type.Object(describeOptions(operation, toField));
}

function describeRecord({ command, id }: CommandOperation): TProperties {
  const option = id === undefined ? undefined : command.options[id];
  return option ? { id: Type.Optional(toParameter(option)) } : {};
}

function describeOptions(operation: CommandOperation, toSchema: (option: Option) => TSchema): TProperties {
  const { command, options } = operation;
  return Object.fromEntries(
    options.map((name) => {
      const option = command.options[name] as Option;
      const schema = toSchema(option);
      return [fieldOf(operation, name), option.required ? schema : Type.Optional(schema)];
    }),
  );
}

function toField(option: Option): TSchema {
  const { type, description, repeatable } = option;
  switch (type) {
    case 'integer':
      return Type.Integer({ minimum: 0, description });
    case 'flag':
      return Type.Boolean({ description });
    case 'file':
      return Type.String({
        pattern: '^[A-Za-z0-9+/]*=*$',
        maxLength: LONGEST_FILE,
        description: `${description} Base64.`,
      });
    case 'list':
      return listField(description);
    case 'time':
      return Type.String({ format: 'line', maxLength: 100, description, ...DATE_TIME });
    case 'text':
      if (repeatable) return listField(description);
      return textSchema(option);
  }
}

/** A list may be sent as text, as on the command line. */
function listField(description: string): TSchema {
  const items = { type: 'string', maxLength: LONGEST_TEXT };
  return Type.Unsafe({
    description: `${description} An array, or a text separated by commas.`,
    anyOf: [{ type: 'array', items, maxItems: MOST_ITEMS }, items],
  });
}

function textSchema({ description, choices, prose, secret }: Option): TSchema {
  if (choices) return Type.String({ enum: [...choices], description });
  const format = secret ? {} : { format: prose ? 'text' : 'line' };
  return Type.String({ ...format, maxLength: LONGEST_TEXT, description });
}

function toParameter(option: Option): TSchema {
  const { type, description } = option;
  if (type === 'integer') return Type.Integer({ minimum: 0, description });
  if (type === 'flag') return Type.String({ enum: ['true', 'false'], description });
  return textSchema(option);
}

/**
 * Returns the values of a command from valid parameters or fields, with defaults and fixed values. Throws a validation
 * error that names them.
 */
export function readValues(operation: CommandOperation, given: Record<string, unknown>): Record<string, unknown> {
  const { command, offer, id, options } = operation;
  const details: ErrorDetail[] = [];
  const read = (name: string, field: string) => {
    const option = command.options[name] as Option;
    const sent = given[field] ?? undefined;
    if (sent === undefined) {
      if (option.required && name !== id) details.push(fieldErrors.required(field));
      return option.default;
    }
    const value = convert(option, sent);
    const problem = value === undefined ? fieldErrors.not_date_time : findProblem(option, value);
    if (problem !== undefined) details.push(problem(field));
    return value;
  };
  if (id !== undefined && (given.id ?? undefined) === undefined) throw missingId('id');
  const defaults = Object.entries(command.options).map(([name, option]) => [name, option.default]);
  const values = {
    ...Object.fromEntries(defaults),
    ...Object.fromEntries(options.map((name) => [name, read(name, fieldOf(operation, name))])),
    ...(id === undefined ? {} : { [id]: read(id, 'id') }),
    ...offer.fixed,
  };
  if (details.length > 0) throw validationError(details);
  return values;
}

/** Returns undefined for a text that is no time. */
function convert({ type, repeatable }: Option, sent: unknown): unknown {
  if (type === 'flag') return sent === true || sent === 'true';
  if (type === 'time') return parseTime(String(sent));
  if (type === 'file') return Buffer.from(String(sent), 'base64');
  if (type === 'list') return Array.isArray(sent) ? sent.map(String) : splitList(String(sent));
  if (repeatable) return Array.isArray(sent) ? sent.map(String) : [String(sent)];
  return type === 'text' ? String(sent) : sent;
}

function findProblem(option: Option, value: unknown): ((field: string) => ErrorDetail) | undefined {
  const { type } = option;
  if (type === 'file') return (value as Buffer).length === 0 ? fieldErrors.not_base64_file : undefined;
  if (type !== 'text' && type !== 'list') return undefined;
  const rules = type === 'list' ? { ...option, required: false } : option;
  for (const text of [value].flat()) {
    const problem = findTextProblem(String(text), rules);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
