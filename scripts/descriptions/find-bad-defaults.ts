import { Ajv2020 } from 'ajv/dist/2020.js';

/** Returns the place of every default that its own schema refuses. The linter of the documents checks only examples. */
export function findBadDefaults(document: object): string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const found: string[] = [];

  function visit(part: unknown, place: string): void {
    if (typeof part !== 'object' || part === null) return;
    if (isSchemaWithDefault(part) && !ajv.validate(part, part.default)) found.push(place);
    for (const [name, child] of Object.entries(part)) visit(child, `${place}/${name}`);
  }
  visit(document, '#');
  return found;
}

/** The properties of an object may be called `type` and `default`, too. Their values are schemas. */
function isSchemaWithDefault(part: object): part is { type: string | string[]; default: unknown } {
  if (!('default' in part) || !('type' in part)) return false;
  return typeof part.type === 'string' || Array.isArray(part.type);
}
