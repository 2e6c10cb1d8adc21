import type { FastifyRequest } from 'fastify';
import { type ErrorDetail, fieldErrors, validationError } from '../errors.ts';
import { type TObject, type TSchema, Type } from '../type.ts';
import type { Credential } from './caller.ts';
import { errors } from './errors.ts';
import type { CommandRoute, CustomRoute, OperationRoute } from './route.ts';
import type { Surface } from './surface.ts';
import { compileUnknownFields, findNearest, type UnknownField } from './unknown-fields.ts';
import { compileValidator } from './validation.ts';

type WithBody = CommandRoute | CustomRoute | OperationRoute;

const NOTHING = Type.Object({});
const MOST_NAMED = 10;
const NAMEABLE = /^[A-Za-z0-9_.]{1,64}$/;
const LONGEST_NAME = 64;

/**
 * Compiles a reader for the body of a route. Reading has two steps, because a replay needs only the first one: notes
 * which fields are ignored, and returns a function that validates. That function names every invalid field at once.
 *
 * An unknown field is usually a misspelt one, and the default for the right one can be dangerous. It is refused, with
 * three exceptions: specified operations ignore it, because their specification does not forbid it; a new page of the
 * panel may send it to an older server; and a program may send a record back as the operation returns it. The response
 * then names the ignored fields.
 */
export function compileBodyReader(route: WithBody, { specified }: Pick<Surface, 'specified'>) {
  const schema = route.body ?? NOTHING;
  const validate = compileValidator(schema);
  const findUnknown = compileUnknownFields(schema, listIdNames(route));
  const isSpecified = specified?.has(route.path) ?? false;
  return (request: FastifyRequest): (() => unknown) => {
    const { body, caller } = request;
    const data = body === undefined || body === null ? {} : body;
    const unknown = findUnknown(data);
    const isStrict = !isSpecified && isProgram(caller?.credential);
    const refused = isStrict ? unknown.filter(({ path }) => !isReturned(route.data, path)) : [];
    if (unknown.length > 0 && refused.length === 0) request.ignoredFields = nameIgnored(unknown);
    return () => {
      const details = validate(data) ?? [];
      if (refused.length > 0) throw refuseUnknown(refused, details);
      if (details.length > 0) throw validationError(details);
      return data;
    };
  };
}

/** Returns the names of the ids that a body may contain besides its declared fields. */
function listIdNames({ kind, id, account, query }: WithBody & { query?: TObject | undefined }): string[] {
  const names = id ? ['id', ...(id.aliases ?? [])] : [];
  if (kind === 'operation' && query && 'id' in query.properties) names.push('id');
  return account ? [...names, 'account_id'] : names;
}

/** A schema with the fields that describe its parts, if it has any. */
type Parts = TSchema & { readonly properties?: Record<string, TSchema>; readonly items?: TSchema };

/** Returns whether the response has a field of this path. */
function isReturned(data: TSchema, path: UnknownField['path']): boolean {
  let schema: Parts = data;
  for (const part of path) {
    const next = typeof part === 'number' ? schema.items : schema.properties?.[part];
    if (next === undefined) return false;
    schema = next;
  }
  return true;
}

/** A person uses pages of this program. Sign-in pages have no credentials yet. */
function isProgram(credential: Credential | undefined): boolean {
  return credential?.kind === 'key' || credential?.kind === 'operator_key';
}

function nameIgnored(unknown: readonly UnknownField[]): string {
  const names = unknown.map(({ path }) => path.join('.')).filter((name) => NAMEABLE.test(name));
  return names.slice(0, MOST_NAMED).join(', ');
}

/** Names the unknown fields first: a field that is missing is often one of them. */
function refuseUnknown(unknown: readonly UnknownField[], others: readonly ErrorDetail[]) {
  const details = [...unknown.map(describeUnknown), ...others];
  const [{ path, known }] = unknown as [UnknownField];
  const field = shorten(path.at(-1));
  const nearest = findNearest(field, known);
  if (nearest !== undefined) return errors.unknown_field_like({ field, nearest }, { details });
  return errors.unknown_field_among({ field, known: known.join(', ') || 'none' }, { details });
}

function describeUnknown({ path, known }: UnknownField): ErrorDetail {
  const field = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${shorten(part)}`)).join('');
  const nearest = findNearest(shorten(path.at(-1)), known);
  const name = field.replace(/^\./, '');
  return nearest === undefined ? fieldErrors.unknown_field(name) : fieldErrors.unknown_name_like(name, { nearest });
}

/** A name may be as long as a body, and end in the middle of a character. */
function shorten(name: string | number | undefined): string {
  const text = String(name);
  return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME).toWellFormed()}…` : text.toWellFormed();
}
