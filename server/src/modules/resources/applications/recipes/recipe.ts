import { Line, OneOf, Text } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

/**
 * Schema of a recipe file. See docs/recipes.md for authors. `completeRecipe` adds the defaults. Unknown fields are
 * refused, so that a misspelt name is an error.
 */

export const PARAMETER_TYPES = ['string', 'integer', 'boolean', 'choice', 'secret'] as const;
/** Extent to which the recipe was tested by running it. */
export const TESTED = ['in a container', 'without network, up to downloads', 'not run'] as const;

const LONGEST_SCRIPT = 32 * 1024;
const MOST = 20;
const HOUR_SECONDS = 3_600;

const strict = { additionalProperties: false };
const seconds = (most: number) => Type.Optional(Type.Integer({ minimum: 1, maximum: most }));
const line = (maxLength: number) => Line({ minLength: 1, maxLength, description: '' });
const script = Text({ minLength: 1, maxLength: LONGEST_SCRIPT, description: '' });
const pattern = (regex: string, hint: string) => Type.String({ pattern: regex, 'x-hint': hint });
const anything = Type.Unsafe<string | number | boolean>({ type: ['string', 'integer', 'boolean'], maxLength: 10_000 });

const Step = Type.Object(
  { name: line(80), script, check: Type.Optional(script), timeout: seconds(HOUR_SECONDS) },
  strict,
);

const Parameter = Type.Object(
  {
    name: pattern(
      '^[a-z][a-z0-9_]{0,31}$',
      'must be a small letter, then up to 31 small letters, digits or underscores.',
    ),
    label: line(80),
    description: Type.Optional(line(300)),
    type: OneOf(PARAMETER_TYPES, { description: '' }),
    required: Type.Optional(Type.Boolean()),
    default: Type.Optional(anything),
    generated: Type.Optional(Type.Boolean()),
    multiline: Type.Optional(Type.Boolean()),
    pattern: Type.Optional(line(300)),
    hint: Type.Optional(line(200)),
    min: Type.Optional(Type.Integer()),
    max: Type.Optional(Type.Integer()),
    choices: Type.Optional(Type.Array(line(80), { minItems: 1, maxItems: 50, uniqueItems: true })),
  },
  strict,
);

export const RecipeFile = Type.Object(
  {
    slug: pattern('^[a-z][a-z0-9-]{0,39}$', 'must be a small letter, then up to 39 small letters, digits or hyphens.'),
    name: line(60),
    version: line(40),
    summary: line(120),
    description: Type.Optional(Text({ minLength: 1, maxLength: 4_000, description: '' })),
    icon: Type.Object(
      {
        viewBox: pattern('^-?[0-9.]+( -?[0-9.]+){3}$', 'must be four numbers, like 0 0 24 24.'),
        color: pattern('^#[0-9a-fA-F]{6}$', 'must be a colour, like #009639.'),
        paths: Type.Array(pattern('^[MmZzLlHhVvCcSsQqTtAa0-9eE .,+-]{1,8000}$', 'must be the data of an SVG path.'), {
          minItems: 1,
          maxItems: MOST,
        }),
      },
      strict,
    ),
    categories: Type.Array(line(30), { minItems: 1, maxItems: 5, uniqueItems: true }),
    homepage: Type.Optional(pattern('^https?://[^\\s"<>]{1,200}$', 'must be an address that begins with https://.')),
    license: Type.Optional(line(60)),
    tested: Type.Optional(OneOf(TESTED, { description: '' })),
    single: Type.Optional(Type.Boolean()),
    needs: Type.Optional(
      Type.Object(
        {
          memory_mb: Type.Optional(Type.Integer({ minimum: 0 })),
          disk_gb: Type.Optional(Type.Integer({ minimum: 0 })),
          systems: Type.Optional(Type.Array(line(40), { maxItems: MOST, uniqueItems: true })),
          nesting: Type.Optional(Type.Boolean()),
        },
        strict,
      ),
    ),
    parameters: Type.Optional(Type.Array(Parameter, { maxItems: MOST })),
    ports: Type.Optional(
      Type.Array(
        Type.Object(
          {
            port: Type.Integer({ minimum: 1, maximum: 65_535 }),
            protocol: Type.Optional(OneOf(['tcp', 'udp'], { description: '' })),
            purpose: line(80),
          },
          strict,
        ),
        { maxItems: MOST },
      ),
    ),
    url: Type.Optional(line(300)),
    steps: Type.Array(Step, { minItems: 1, maxItems: MOST }),
    health: Type.Object(
      {
        script,
        timeout: seconds(60),
        retries: Type.Optional(Type.Integer({ minimum: 1, maximum: 120 })),
        pause: Type.Optional(Type.Integer({ minimum: 0, maximum: 30 })),
      },
      strict,
    ),
    https: Type.Optional(Type.Object({ script, timeout: seconds(600) }, strict)),
    removal: Type.Array(Step, { minItems: 1, maxItems: MOST }),
  },
  strict,
);
export type RecipeFile = Static<typeof RecipeFile>;

export type Recipe = ReturnType<typeof completeRecipe>;
export type RecipeParameter = Recipe['parameters'][number];
export type RecipeStep = Recipe['steps'][number];

/** Adds the defaults for fields that a file leaves out. */
export function completeRecipe(file: RecipeFile) {
  const { description = file.summary, homepage = null, license = null, tested = 'not run', single = true } = file;
  const { needs = {}, parameters = [], ports = [], url = null, health, https } = file;
  return {
    ...file,
    description,
    homepage,
    license,
    tested,
    single,
    url,
    needs: {
      memory_mb: needs.memory_mb ?? 0,
      disk_gb: needs.disk_gb ?? 0,
      systems: needs.systems ?? [],
      nesting: needs.nesting ?? false,
    },
    parameters: parameters.map(completeParameter),
    ports: ports.map(({ protocol = 'tcp', ...port }) => ({ ...port, protocol })),
    steps: file.steps.map(completeStep),
    health: {
      script: health.script,
      timeout: health.timeout ?? 10,
      retries: health.retries ?? 30,
      pause: health.pause ?? 2,
    },
    https: https ? { script: https.script, timeout: https.timeout ?? 120 } : null,
    removal: file.removal.map(completeStep),
  };
}

function completeStep({ name, script, check, timeout = 600 }: Static<typeof Step>) {
  return { name, script, check: check ?? null, timeout };
}

function completeParameter(given: Static<typeof Parameter>) {
  const { description = null, default: fallback = null, generated = false, multiline = false } = given;
  const { pattern = null, hint = null, min = null, max = null, choices = [] } = given;
  const required = given.required ?? (fallback === null && !generated);
  const { name, label, type } = given;
  return {
    name,
    label,
    description,
    type,
    required,
    default: fallback,
    generated,
    multiline,
    pattern,
    hint,
    min,
    max,
    choices,
  };
}
