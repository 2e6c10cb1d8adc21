import type { TObject, TSchema } from '../type.ts';

/** A field of a body that the schema does not declare. */
export interface UnknownField {
  /** Names and positions from the body to the field. */
  readonly path: readonly (string | number)[];
  /** Fields that are declared next to it. */
  readonly known: readonly string[];
}

type Path = UnknownField['path'];
type Visitor = (value: unknown, path: Path, found: UnknownField[]) => void;

/** Bounds the work for a body with thousands of unknown fields. */
const MOST_FOUND = 50;

/** Compiles a function that returns the fields of a body that neither the schema nor `alsoKnown` declares. */
export function compileUnknownFields(schema: TObject, alsoKnown: readonly string[]) {
  const visit = compileObject(schema, alsoKnown);
  return (body: unknown): readonly UnknownField[] => {
    const found: UnknownField[] = [];
    visit(body, [], found);
    return found;
  };
}

/** Returns undefined if no part of such a value has a list of its fields. */
function compileVisitor(schema: TSchema): Visitor | undefined {
  const { type, items, properties } = schema as TSchema & { type?: unknown; items?: TSchema };
  const types = [type].flat();
  if (types.includes('object') && properties) return compileObject(schema as TObject, []);
  if (!types.includes('array') || !items) return undefined;
  const visit = compileVisitor(items);
  return (
    visit &&
    ((value, path, found) => {
      if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, [...path, index], found);
    })
  );
}

function compileObject({ properties, additionalProperties }: TObject, alsoKnown: readonly string[]): Visitor {
  const children = new Map(Object.entries(properties).map(([name, schema]) => [name, compileVisitor(schema)]));
  const known = [...children.keys()];
  for (const name of alsoKnown) children.set(name, children.get(name));
  // The validator reports the fields of a closed object, and an open one has none that are unknown.
  const isListed = additionalProperties === undefined;
  return (value, path, found) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const name of Object.keys(value)) {
      if (found.length >= MOST_FOUND) return;
      if (children.has(name)) children.get(name)?.((value as Record<string, unknown>)[name], [...path, name], found);
      else if (isListed) found.push({ path: [...path, name], known });
    }
  };
}

const LONGEST_NAME = 64;

/** Returns the known field that was probably meant. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  let nearest: string | undefined;
  // A third of the letters may differ.
  let least = Math.ceil(name.length / 3) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > least + 2) continue;
    const distance = countEdits(fold(name), fold(candidate));
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

/** `hostingId` and `hosting-id` are `hosting_id`. */
function fold(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

/** Returns how many letters must be inserted, deleted or replaced. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const above = row;
    row = [index + 1];
    for (const [at, other] of [...to].entries()) {
      const [diagonal, up, left] = [above[at], above[at + 1], row[at]] as [number, number, number];
      row.push(Math.min(diagonal + (letter === other ? 0 : 1), up + 1, left + 1));
    }
  }
  return row.at(-1) as number;
}
