import { type ErrorDetail, fieldErrors } from '../errors.ts';
import type { TObject, TSchema } from '../type.ts';

/**
 * Finds lists and texts of a request that are too long, by their length only. Reports them and removes them from the
 * result, so that validation never iterates over them.
 */
export type Trimmer = (value: unknown, field: string, report: (detail: ErrorDetail) => void) => unknown;

type Limits = TSchema & { readonly type?: unknown; readonly maxItems?: number; readonly maxLength?: number };

const keep: Trimmer = (value) => value;

/** Throws if a schema sets no limit: such a field could be as long as the body. */
export function compileTrimmer(schema: TSchema): Trimmer {
  const { type, maxItems, maxLength, enum: choices, pattern } = schema as Limits;
  const types = [type].flat();
  if (types.includes('object')) return compileObject(schema as TObject);
  if (types.includes('array')) return compileList(schema.items as TSchema, maxItems);
  // Enumerations and patterns limit the length themselves.
  if (types.includes('string') && !choices && !(pattern && maxLength === undefined)) return compileText(maxLength);
  return keep;
}

function compileObject({ properties = {} }: Partial<TObject>): Trimmer {
  const trimmers = Object.entries(properties).map(([name, schema]) => ({ name, trim: compileTrimmer(schema) }));
  return (value, field, report) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const fields = value as Record<string, unknown>;
    let trimmed = fields;
    for (const { name, trim } of trimmers) {
      const given = fields[name];
      const kept = trim(given, field === '' ? name : `${field}.${name}`, report);
      if (kept === given) continue;
      // Copy only the declared fields: there may be thousands of others.
      if (trimmed === fields) trimmed = Object.fromEntries(trimmers.map((known) => [known.name, fields[known.name]]));
      trimmed[name] = kept;
    }
    return trimmed;
  };
}

function compileList(items: TSchema, limit: number | undefined): Trimmer {
  if (limit === undefined) throw new Error('a list in a request needs maxItems');
  const trim = compileTrimmer(items);
  return (value, field, report) => {
    if (!Array.isArray(value)) return value;
    if (value.length > limit) return report(fieldErrors.too_many_items(field, { max: limit }));
    return trim === keep ? value : trimItems(value, (item, index) => trim(item, `${field}[${index}]`, report));
  };
}

/** Returns the list itself if nothing was removed, the common case. */
function trimItems(list: unknown[], trim: (item: unknown, index: number) => unknown): unknown[] {
  const trimmed = list.map(trim);
  return trimmed.every((item, index) => item === list[index]) ? list : trimmed;
}

/**
 * A character has at most two UTF-16 units, so this is too long without counting. The validator checks the exact limit.
 */
function compileText(limit: number | undefined): Trimmer {
  if (limit === undefined) throw new Error('a text in a request needs maxLength');
  return (value, field, report) =>
    typeof value === 'string' && value.length > 2 * limit ? report(fieldErrors.too_long(field, { max: limit })) : value;
}
