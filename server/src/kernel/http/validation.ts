import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type ErrorDetail, MAX_DETAILS } from '../errors.ts';
import { hasDirectionControl, hasLink, NO_DIRECTION_CONTROL, NO_LINK } from '../name.ts';
import type { TSchema } from '../type.ts';
import { compileTrimmer, describeLongList, describeLongText } from './oversize.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters, line breaks and tabs.
const CONTROL_OR_BREAK = /[\u0000-\u001f\u007f\u2028\u2029]/;

/** Reports every invalid field at once, so that a caller can fix the request in one step. */
const ajv = new Ajv({
  allErrors: true,
  coerceTypes: false,
  useDefaults: true,
  strict: false,
  verbose: true,
  // The schemas are ours, and the lint of the OpenAPI document checks them. Checking them at every start is slow.
  meta: false,
  validateSchema: false,
  formats: {
    text: (value: string) => !CONTROL.test(value) && value.isWellFormed(),
    line: isLine,
    name: (value: string) => isLine(value) && !hasLink(value),
  },
});

function isLine(value: string): boolean {
  return !CONTROL_OR_BREAK.test(value) && !hasDirectionControl(value) && value.isWellFormed();
}

addFormats.default(ajv, ['date-time', 'uri', 'email']);

export type Validator = (data: unknown) => ErrorDetail[] | undefined;

/**
 * Compiles a validator. Lengths are checked first, and fields that are too long are not inspected, so an oversized body
 * costs no more than a valid one. Compiles on first use: all routes together would take a third of the start.
 */
export function compileValidator(schema: TSchema): Validator {
  let validate: ValidateFunction | undefined;
  const trim = compileTrimmer(schema);
  return (data) => {
    validate ??= ajv.compile(schema);
    const byField = new Map<string, string>();
    const trimmed = trim(data, '', (field, message) => byField.set(field, message));
    if (validate(trimmed) && byField.size === 0) return undefined;
    return describe(validate.errors ?? [], byField);
  };
}

/** Returns one sentence per field. If two rules fail for a field, the first is reported. */
function describe(errors: ErrorObject[], byField: Map<string, string>): ErrorDetail[] {
  for (const error of errors) {
    if (byField.size >= MAX_DETAILS) break;
    const field = fieldOf(error);
    if (!byField.has(field)) byField.set(field, messageOf(error));
  }
  return [...byField].map(([field, message]) => ({ field, message }));
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1);
  if (keyword === 'required') path.push(String(params.missingProperty));
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty));
  // Written as `ssh_keys[2]`.
  const name = path.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
  return name.replace(/^\./, '') || 'body';
}

function messageOf({ keyword, params, parentSchema, message, data }: ErrorObject): string {
  const hint: unknown = parentSchema?.['x-hint'];
  switch (keyword) {
    case 'required':
      return 'is required.';
    case 'type':
      return `must be ${nameTypes(params.type)}.`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty.' : `must be at least ${params.limit} characters long.`;
    case 'maxLength':
      return describeLongText(params.limit);
    case 'enum':
      return `must be one of: ${(params.allowedValues as unknown[]).join(', ')}.`;
    case 'minimum':
      return `must be at least ${params.limit}.`;
    case 'maximum':
      return `must be at most ${params.limit}.`;
    case 'minItems':
      return params.limit === 1 ? 'must not be empty.' : `must have at least ${params.limit} items.`;
    case 'maxItems':
      return describeLongList(params.limit);
    case 'additionalProperties':
      return 'is not a known field.';
    case 'uniqueItems':
      return 'must not name the same item twice.';
    default:
      break;
  }
  if (typeof hint === 'string') return hint;
  if (keyword === 'format') return describeFormat(String(params.format), String(data));
  return `${message ?? 'is invalid'}.`;
}

function describeFormat(format: string, value: string): string {
  if (format === 'text') return 'must not contain control characters or broken Unicode.';
  if ((format === 'line' || format === 'name') && hasDirectionControl(value)) return NO_DIRECTION_CONTROL;
  if (format === 'name' && isLine(value)) return NO_LINK;
  if (format === 'line' || format === 'name') return 'must be one line without control characters or broken Unicode.';
  return `must be a valid ${format}.`;
}

function nameTypes(types: unknown): string {
  return [types]
    .flat()
    .map((type) => (type === 'integer' || type === 'array' || type === 'object' ? `an ${type}` : `a ${type}`))
    .join(' or ');
}
