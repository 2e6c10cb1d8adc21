import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from '../../type.ts';

export type Json = Record<string, unknown>;

type Kind = 'schemas' | 'responses' | 'parameters' | 'headers' | 'examples';

/** Shared parts of the document, stored once under a name and referenced elsewhere. */
export class Components {
  readonly #parts: Record<Kind, Json> = { schemas: {}, responses: {}, parameters: {}, headers: {}, examples: {} };

  /** Stores a part and returns the reference to it. Throws if the name is used for two different parts. */
  refer(kind: Kind, name: string, part: unknown): Json {
    const known = this.#parts[kind][name];
    if (known !== undefined && !isDeepStrictEqual(known, part)) throw new Error(`two different ${kind} named ${name}`);
    this.#parts[kind][name] = part;
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** Copies a schema and replaces titled objects with references. Omits formats that only this program knows. */
  schema(schema: TSchema): unknown {
    if (Array.isArray(schema)) return schema.map((part) => this.schema(part as TSchema));
    if (typeof schema !== 'object' || schema === null) return schema;
    const copy: Json = {};
    for (const [name, value] of Object.entries(schema as Json)) {
      if (name === 'x-hint' || name === 'x-missing' || (name === 'format' && (value === 'text' || value === 'line')))
        continue;
      copy[name] = LITERAL.has(name) ? value : this.schema(value as TSchema);
    }
    if (typeof copy.title !== 'string') return copy;
    const { title, ...rest } = copy;
    return this.refer('schemas', title as string, rest);
  }

  toJson(): Json {
    return this.#parts;
  }
}

const LITERAL = new Set(['enum', 'examples', 'required']);
