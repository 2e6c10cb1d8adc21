import { type Static, type TObject, type TProperties, type TSchema, Type } from './type.ts';

/** Building blocks of the wire format, so that fields of one kind look the same everywhere. */

const MAX_ID = Number.MAX_SAFE_INTEGER;

export function Id(description: string) {
  return Type.Integer({ minimum: 1, maximum: MAX_ID, description, examples: [42] });
}

export function DateTime(description: string) {
  return Type.String({ format: 'date-time', description, examples: ['2026-11-15T01:50:36+00:00'] });
}

/** Free text of several lines: no control characters but line breaks and tabs, no broken surrogates. */
export function Text(options: { maxLength: number; minLength?: number; description: string; examples?: string[] }) {
  return Type.String({ format: 'text', ...options });
}

/** Text of one line, without bidirectional control characters: names, subjects, labels. */
export function Line(options: { maxLength: number; minLength?: number; description: string; examples?: string[] }) {
  return Type.String({ format: 'line', ...options });
}

/** The name of a person or a company. It appears in mails to others, so it must not contain a link. */
export function Name(options: { maxLength: number; minLength?: number; description: string; examples?: string[] }) {
  return Type.String({ format: 'name', ...options });
}

export function OneOf<const T extends readonly string[]>(
  values: T,
  options: { description: string; default?: T[number] },
) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
}

/** Makes a schema nullable. A list of types serialises several times faster than `anyOf`. */
export function Nullable<S extends TSchema>(schema: S) {
  const { type, enum: choices, ...rest } = schema as S & { type: string; enum?: readonly unknown[] };
  // Null must be one of the allowed values.
  const allowed = choices ? { enum: [...choices, null] } : {};
  return Type.Unsafe<Static<S> | null>({ ...rest, ...allowed, type: [type, 'null'] });
}

/** An object of a response; the title names it in the OpenAPI document. */
export function Resource<P extends TProperties>(title: string, description: string, properties: P): TObject<P> {
  return Type.Object(properties, { title, description, additionalProperties: false });
}

/** Fields that mean the same everywhere. */
export const AccountId = Id('One of the accounts of the signed-in person.');
export const OwnId = Id('Unique identifier, assigned by the service.');
export const ActionId = Id('The queued action. Poll `/actions/show` with this id until the action ends.');
export const CreatedAt = DateTime('Time of creation.');
export const UpdatedAt = DateTime('Time of the last change.');
