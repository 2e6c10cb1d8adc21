import { compileValidator } from '#kernel/http/validation.ts';
import { Type } from '#kernel/type.ts';
import { describeValue, LONGEST_VALUE, SHORTEST_SECRET, variableOf } from './parameters.ts';
import { completeRecipe, type RecipeFile, type RecipeParameter } from './recipe.ts';
import { findPlaceholders, KNOWN_PLACEHOLDERS } from './url.ts';

export interface Mistake {
  /** A path such as `parameters[2].default`. */
  field: string;
  message: string;
}

/** Checks the rules that the schema of the file cannot express. */
export function* checkRecipe(file: RecipeFile): Generator<Mistake> {
  const recipe = completeRecipe(file);
  const seen = new Set<string>();
  for (const [index, parameter] of recipe.parameters.entries()) {
    const field = `parameters[${index}]`;
    if (seen.has(parameter.name)) yield { field: `${field}.name`, message: 'is the name of another parameter too.' };
    seen.add(parameter.name);
    for (const { field: part, message } of checkParameter(parameter)) yield { field: `${field}.${part}`, message };
  }
  yield* checkScripts(recipe, new Set(recipe.parameters.map(({ name }) => variableOf(name))));
  if (recipe.url !== null) yield* checkUrl(recipe.url, recipe.parameters);
}

function* checkParameter(parameter: RecipeParameter): Generator<Mistake> {
  const { type, min, max, pattern, generated, multiline, choices } = parameter;
  const isText = type === 'string' || type === 'secret';
  if ((type === 'choice') !== choices.length > 0) {
    yield { field: 'choices', message: type === 'choice' ? 'is required.' : 'is only for a choice.' };
  }
  if (generated && type !== 'secret') yield { field: 'generated', message: 'is only for a secret.' };
  if (generated && pattern !== null) yield { field: 'pattern', message: 'is not for what is generated.' };
  if (multiline && type !== 'string') yield { field: 'multiline', message: 'is only for a string.' };
  if (type === 'secret' && parameter.default !== null) {
    yield { field: 'default', message: 'must not be there: everybody would know the secret.' };
  }
  if (type === 'secret' && min !== null && min < SHORTEST_SECRET) {
    yield { field: 'min', message: `must be at least ${SHORTEST_SECRET} for a secret.` };
  }
  if (min !== null && max !== null && min > max) yield { field: 'max', message: 'must not be less than min.' };
  if (isText && max !== null && (max < 1 || max > LONGEST_VALUE)) {
    yield { field: 'max', message: `must be between 1 and ${LONGEST_VALUE} characters.` };
  }
  if (isText && min !== null && min < 1)
    yield { field: 'min', message: 'must be at least 1; what may be left out is not required.' };
  if (pattern !== null && !isText) yield { field: 'pattern', message: 'is only for a string or a secret.' };
  if (pattern !== null && !isPattern(pattern)) {
    yield { field: 'pattern', message: 'is not a regular expression.' };
  } else if (parameter.default !== null && type !== 'secret') {
    const [wrong] =
      compileValidator(Type.Object({ default: describeValue(parameter) }))({ default: parameter.default }) ?? [];
    if (wrong) yield wrong;
  }
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u') !== undefined;
  } catch {
    return false;
  }
}

/** Checks that scripts use known parameters only. Scripts run with `-u`, so an unset variable ends them halfway. */
function* checkScripts(recipe: ReturnType<typeof completeRecipe>, known: ReadonlySet<string>): Generator<Mistake> {
  const scripts = [
    ...(['steps', 'removal'] as const).flatMap((list) =>
      recipe[list].flatMap(({ script, check }, index) => [
        { field: `${list}[${index}].script`, script },
        { field: `${list}[${index}].check`, script: check ?? '' },
      ]),
    ),
    { field: 'health.script', script: recipe.health.script },
  ];
  for (const { field, script } of scripts) {
    for (const [variable] of script.matchAll(/\bPARAM_[A-Z0-9_]+/g)) {
      if (!known.has(variable)) yield { field, message: `uses ${variable}, and there is no such parameter.` };
    }
  }
}

function* checkUrl(url: string, parameters: readonly RecipeParameter[]): Generator<Mistake> {
  if (!/^https?:\/\//.test(url)) yield { field: 'url', message: 'must begin with http:// or https://.' };
  for (const name of findPlaceholders(url)) {
    const parameter = parameters.find((each) => each.name === name);
    if (parameter?.type === 'secret') yield { field: 'url', message: `must not show the secret ${name}.` };
    if (parameter || KNOWN_PLACEHOLDERS.has(name)) continue;
    yield {
      field: 'url',
      message: `has {${name}}, which is neither a parameter nor one of ${[...KNOWN_PLACEHOLDERS].join(', ')}.`,
    };
  }
}
