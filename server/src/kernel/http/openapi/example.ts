import type { TSchema } from '../type.ts';

/** An example made of the examples of its parts. */
export function exampleOf(schema: TSchema): unknown {
  const {
    examples,
    const: constant,
    type,
    properties,
    items,
    default: fallback,
  } = schema as unknown as {
    examples?: unknown[];
    const?: unknown;
    type?: string | string[];
    properties?: Record<string, TSchema>;
    items?: TSchema;
    default?: unknown;
  };
  if (constant !== undefined) return constant;
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, exampleOf(part)]));
  if (examples?.length) return examples[0];
  if (fallback !== undefined) return fallback;
  const [first] = [type].flat();
  if (first === 'array') return items ? [exampleOf(items)] : [];
  if (first === 'integer' || first === 'number') return 1;
  if (first === 'boolean') return false;
  return first === 'object' ? {} : '…';
}
