import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type ErrorDetail, fieldErrors, MAX_DETAILS } from '../errors.ts';
import { hasDirectionControl, hasLink } from '../name.ts';
import type { TSchema } from '../type.ts';
import { compileTrimmer } from './oversize.ts';

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
    const byField = new Map<string, ErrorDetail>();
    const trimmed = trim(data, '', (detail) => byField.set(detail.field, detail));
    if (validate(trimmed) && byField.size === 0) return undefined;
    return describe(validate.errors ?? [], byField);
  };
}

/** Returns one sentence per field. If two rules fail for a field, the first is reported. */
function describe(errors: ErrorObject[], byField: Map<string, ErrorDetail>): ErrorDetail[] {
  for (const error of errors) {
    if (byField.size >= MAX_DETAILS) break;
    const field = fieldOf(error);
    if (!byField.has(field)) byField.set(field, detailOf(field, error));
  }
  return [...byField.values()];
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1);
  if (keyword === 'required') path.push(String(params.missingProperty));
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty));
  // Written as `ssh_keys[2]`.
  const name = path.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
  return name.replace(/^\./, '') || 'body';
}

function detailOf(field: string, error: ErrorObject): ErrorDetail {
  const { keyword, params, parentSchema, message, data } = error;
  const { limit } = params;
  const missing = isMissing(error) && findMissingHint(error);
  if (missing) return missing(field);
  switch (keyword) {
    case 'required':
      return fieldErrors.required(field);
    case 'type':
      return fieldErrors.wrong_type(field, { type: nameTypes(params.type) });
    case 'minLength':
      return limit === 1 ? fieldErrors.empty(field) : fieldErrors.too_short(field, { min: limit });
    case 'maxLength':
      return fieldErrors.too_long(field, { max: limit });
    case 'enum':
      return fieldErrors.not_one_of(field, { values: (params.allowedValues as unknown[]).join(', ') });
    case 'minimum':
      return fieldErrors.too_small(field, { min: limit });
    case 'maximum':
      return fieldErrors.too_large(field, { max: limit });
    case 'minItems':
      return limit === 1 ? fieldErrors.empty(field) : fieldErrors.too_few_items(field, { min: limit });
    case 'maxItems':
      return fieldErrors.too_many_items(field, { max: limit });
    case 'additionalProperties':
      return fieldErrors.unknown_field(field);
    case 'uniqueItems':
      return fieldErrors.repeated_item(field);
    default:
      break;
  }
  const hint: unknown = parentSchema?.['x-hint'];
  if (typeof hint === 'function') return (hint as (name: string) => ErrorDetail)(field);
  if (typeof hint === 'string') return { field, message: hint };
  if (keyword === 'format') return describeFormat(field, String(params.format), String(data));
  return { field, message: `${message ?? 'is invalid'}.` };
}

function isMissing({ keyword, params }: ErrorObject): boolean {
  return keyword === 'required' || (keyword === 'minItems' && params.limit === 1);
}

/** Returns what a schema says about a missing or empty value, if it has no default that a caller could expect. */
function findMissingHint({ keyword, params, parentSchema }: ErrorObject) {
  const schema = keyword === 'required' ? parentSchema?.properties?.[params.missingProperty] : parentSchema;
  return schema?.['x-missing'] as ((name: string) => ErrorDetail) | undefined;
}

function describeFormat(field: string, format: string, value: string): ErrorDetail {
  if (format === 'text') return fieldErrors.broken_text(field);
  if (format !== 'line' && format !== 'name') return fieldErrors.wrong_format(field, { format });
  if (hasDirectionControl(value)) return fieldErrors.direction_control(field);
  return format === 'name' && isLine(value) ? fieldErrors.contains_link(field) : fieldErrors.not_one_line(field);
}

function nameTypes(types: unknown): string {
  return [types]
    .flat()
    .map((type) => (type === 'integer' || type === 'array' || type === 'object' ? `an ${type}` : `a ${type}`))
    .join(' or ');
}
