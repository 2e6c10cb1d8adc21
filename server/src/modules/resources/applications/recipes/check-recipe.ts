import { compileValidator } from '#kernel/http/validation.ts';
import { Type } from '#kernel/type.ts';
import { fieldErrors } from '../errors.ts';
import { describeValue, HTTPS_PARAMETER, LONGEST_VALUE, SHORTEST_SECRET, variableOf } from './parameters.ts';
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
    if (seen.has(parameter.name)) yield fieldErrors.recipe_parameter_repeated(`${field}.name`);
    seen.add(parameter.name);
    for (const { field: part, message } of checkParameter(parameter)) yield { field: `${field}.${part}`, message };
  }
  yield* checkScripts(recipe, new Set(recipe.parameters.map(({ name }) => variableOf(name))));
  const domain = recipe.parameters.find(({ name }) => name === HTTPS_PARAMETER);
  if (recipe.https && (domain?.type !== 'string' || domain.required || domain.default !== null)) {
    yield fieldErrors.recipe_https_without_domain('https');
  }
  if (recipe.url !== null) yield* checkUrl(recipe.url, recipe.parameters);
}

function* checkParameter(parameter: RecipeParameter): Generator<Mistake> {
  const { type, min, max, pattern, generated, multiline, choices } = parameter;
  const isText = type === 'string' || type === 'secret';
  if ((type === 'choice') !== choices.length > 0) {
    yield { field: 'choices', message: type === 'choice' ? 'is required.' : 'is only for a choice.' };
  }
  if (generated && type !== 'secret') yield fieldErrors.only_for_secret('generated');
  if (generated && pattern !== null) yield fieldErrors.not_for_generated('pattern');
  if (multiline && type !== 'string') yield fieldErrors.only_for_string('multiline');
  if (type === 'secret' && parameter.default !== null) {
    yield fieldErrors.secret_with_default('default');
  }
  if (type === 'secret' && min !== null && min < SHORTEST_SECRET) {
    yield fieldErrors.secret_too_short('min', { min: SHORTEST_SECRET });
  }
  if (min !== null && max !== null && min > max) yield fieldErrors.max_below_min('max');
  if (isText && max !== null && (max < 1 || max > LONGEST_VALUE)) {
    yield fieldErrors.recipe_max_out_of_range('max', { max: LONGEST_VALUE });
  }
  if (isText && min !== null && min < 1) yield fieldErrors.recipe_min_too_small('min');
  if (pattern !== null && !isText) yield fieldErrors.only_for_string_or_secret('pattern');
  if (pattern !== null && !isPattern(pattern)) {
    yield fieldErrors.not_a_regular_expression('pattern');
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
    { field: 'https.script', script: recipe.https?.script ?? '' },
  ];
  for (const { field, script } of scripts) {
    for (const [variable] of script.matchAll(/\bPARAM_[A-Z0-9_]+/g)) {
      if (!known.has(variable)) yield fieldErrors.recipe_parameter_unknown(field, { name: variable });
    }
  }
}

function* checkUrl(url: string, parameters: readonly RecipeParameter[]): Generator<Mistake> {
  if (!/^https?:\/\//.test(url)) yield fieldErrors.recipe_url_malformed('url');
  for (const name of findPlaceholders(url)) {
    const parameter = parameters.find((each) => each.name === name);
    if (parameter?.type === 'secret') yield fieldErrors.recipe_url_shows_secret('url', { name });
    if (parameter || KNOWN_PLACEHOLDERS.has(name)) continue;
    yield {
      field: 'url',
      message: `has {${name}}, which is neither a parameter nor one of ${[...KNOWN_PLACEHOLDERS].join(', ')}.`,
    };
  }
}
