import { randomBase62 } from '#kernel/crypto.ts';
import { validationError } from '#kernel/errors.ts';
import { compileValidator, type Validator } from '#kernel/http/validation.ts';
import { type TSchema, Type } from '#kernel/type.ts';
import { fieldErrors } from '../errors.ts';
import type { Recipe, RecipeParameter } from './recipe.ts';

export type ParameterValue = string | number | boolean;
export type ParameterValues = Readonly<Record<string, ParameterValue | null>>;

/** Name of the parameter for which recipes with `https` get a certificate. */
export const HTTPS_PARAMETER = 'domain';
/** Maximum length of one value, in characters. */
export const LONGEST_VALUE = 10_000;
const LONGEST_LINE = 255;
/** Maximum size of all values together, as JSON. */
const MOST_BYTES = 64 * 1024;
const GENERATED_LENGTH = 24;
/** Shorter secrets can be guessed, and cannot be told from other output when output is masked. */
export const SHORTEST_SECRET = 8;

/** Returns the schema for a value of this parameter. */
export function describeValue(parameter: RecipeParameter): TSchema {
  const { type, min, max, choices, multiline, pattern, hint } = parameter;
  switch (type) {
    case 'integer':
      return Type.Integer({ minimum: min ?? 0, maximum: max ?? Number.MAX_SAFE_INTEGER });
    case 'boolean':
      return Type.Boolean();
    case 'choice':
      return Type.Unsafe({ type: 'string', enum: choices });
    default:
      return Type.String({
        format: multiline ? 'text' : 'line',
        minLength: min ?? (type === 'secret' ? SHORTEST_SECRET : 1),
        maxLength: max ?? (multiline ? LONGEST_VALUE : LONGEST_LINE),
        ...(pattern === null ? {} : { pattern: `^(?:${pattern})$`, 'x-hint': hint ?? `must match ${pattern}.` }),
      });
  }
}

/** Values of an installation. Plain values are stored with it; each secret is null there. */
export interface Filled {
  plain: ParameterValues;
  secrets: Readonly<Record<string, string>>;
}

/** Validates the customer's values, generates missing secrets, and fills in defaults. Throws VALIDATION_ERROR. */
export function fillIn(recipe: Recipe, given: Readonly<Record<string, unknown>>): Filled {
  if (Buffer.byteLength(JSON.stringify(given)) > MOST_BYTES) {
    throw validationError([fieldErrors.parameters_too_large('parameters', { kib: MOST_BYTES / 1024 })]);
  }
  const wrong = validatorOf(recipe)({ parameters: given });
  if (wrong) throw validationError(wrong);
  const plain: Record<string, ParameterValue | null> = {};
  const secrets: Record<string, string> = {};
  for (const { name, type, generated, default: fallback, min, max } of recipe.parameters) {
    const value = (given[name] as ParameterValue | undefined) ?? fallback;
    if (type !== 'secret') plain[name] = value;
    else {
      plain[name] = null;
      if (value !== null) secrets[name] = String(value);
      else if (generated)
        secrets[name] = randomBase62(Math.min(Math.max(GENERATED_LENGTH, min ?? 0), max ?? LONGEST_LINE));
    }
  }
  return { plain, secrets };
}

const validators = new WeakMap<Recipe, Validator>();

/** Compiles once per loaded recipe. Field names are those of the request. */
function validatorOf(recipe: Recipe): Validator {
  const known = validators.get(recipe);
  if (known) return known;
  const properties = recipe.parameters.map((parameter): [string, TSchema] => {
    const value = describeValue(parameter);
    return [parameter.name, parameter.required ? value : Type.Optional(value)];
  });
  const values = Type.Object(Object.fromEntries(properties), { additionalProperties: false });
  const validator = compileValidator(Type.Object({ parameters: values }));
  validators.set(recipe, validator);
  return validator;
}

/** Returns the environment variable of a parameter. */
export function variableOf(name: string): string {
  return `PARAM_${name.toUpperCase()}`;
}

/**
 * Returns the environment variables, the only way in which parameters reach a script. A missing parameter is an empty
 * variable.
 */
export function toEnvironment(values: ParameterValues): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [variableOf(name), String(value ?? '')]));
}
