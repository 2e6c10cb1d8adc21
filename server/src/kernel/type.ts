/**
 * Builds JSON Schema with a TypeScript type, as far as this API needs it: one declaration validates, serialises,
 * documents and types. A schema is plain JSON Schema; the marker for TypeScript does not exist at run time.
 */

declare const TYPE: unique symbol;
const OPTIONAL = Symbol('optional');

export interface TSchema<T = unknown> {
  readonly [TYPE]?: T;
  readonly [keyword: string]: unknown;
}

export type Static<S> = S extends { readonly [TYPE]?: infer T } ? T : never;

interface Optional {
  readonly [OPTIONAL]: true;
}

export type TProperties = Record<string, TSchema>;

type OptionalKeys<P extends TProperties> = { [K in keyof P]: P[K] extends Optional ? K : never }[keyof P];
type StaticObject<P extends TProperties> = Simplify<
  { [K in Exclude<keyof P, OptionalKeys<P>>]: Static<P[K]> } & { [K in OptionalKeys<P>]?: Static<P[K]> | undefined }
>;
type Simplify<T> = { [K in keyof T]: T[K] };

export interface TObject<P extends TProperties = TProperties> extends TSchema<StaticObject<P>> {
  readonly type: 'object';
  readonly properties: P;
  readonly required: string[];
}

type Keywords = Record<string, unknown>;

export const Type = {
  String: (keywords: Keywords = {}): TSchema<string> => ({ type: 'string', ...keywords }),
  Integer: (keywords: Keywords = {}): TSchema<number> => ({ type: 'integer', ...keywords }),
  Number: (keywords: Keywords = {}): TSchema<number> => ({ type: 'number', ...keywords }),
  Boolean: (keywords: Keywords = {}): TSchema<boolean> => ({ type: 'boolean', ...keywords }),
  Literal: <const V extends string | number | boolean>(value: V, keywords: Keywords = {}): TSchema<V> => ({
    type: typeof value,
    const: value,
    ...keywords,
  }),
  Array: <T>(items: TSchema<T>, keywords: Keywords = {}): TSchema<T[]> => ({ type: 'array', items, ...keywords }),
  /** A handwritten schema with the given type. */
  Unsafe: <T>(schema: Keywords): TSchema<T> => schema,

  /** Marks a property as optional. */
  Optional: <S extends TSchema>(schema: S): S & Optional => {
    const copy = { ...schema };
    Object.defineProperty(copy, OPTIONAL, { value: true });
    return copy as S & Optional;
  },

  Object: <P extends TProperties>(properties: P, keywords: Keywords = {}): TObject<P> => ({
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !isOptional(properties[name])),
    ...keywords,
  }),
};

function isOptional(schema: TSchema | undefined): boolean {
  return (schema as Partial<Optional> | undefined)?.[OPTIONAL] === true;
}
