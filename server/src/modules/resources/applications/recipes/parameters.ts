import { type TSchema, Type } from '../../../../kernel/http/type.ts';
import { compileValidator, type Validator } from '../../../../kernel/http/validation.ts';
import type { RecipeParameter } from './recipe.ts';

export type ParameterValue = string | number | boolean;
export type ParameterValues = Readonly<Record<string, ParameterValue | null>>;

/** Of one value, in characters. */
export const LONGEST_VALUE = 10_000;
const LONGEST_LINE = 255;
/** Shorter ones are guessed, and could not be told from other output when they are masked. */
export const SHORTEST_SECRET = 8;

/** What a value of this parameter must be like. */
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

/** Judges what a customer gave for the parameters of a recipe; names of fields are those of the request. */
export function compileParameters(parameters: readonly RecipeParameter[]): Validator {
  const properties = parameters.map((parameter): [string, TSchema] => {
    const value = describeValue(parameter);
    return [parameter.name, parameter.required ? value : Type.Optional(value)];
  });
  const values = Type.Object(Object.fromEntries(properties), { additionalProperties: false });
  return compileValidator(Type.Object({ parameters: values }));
}

/** How a parameter is called in the scripts. */
export function variableOf(name: string): string {
  return `PARAM_${name.toUpperCase()}`;
}

/** The one way in which a parameter reaches a script. One that was not given is there and empty. */
export function toEnvironment(values: ParameterValues): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [variableOf(name), String(value ?? '')]));
}
