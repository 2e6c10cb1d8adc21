type Json = Record<string, unknown>;

/** A place in an OpenAPI document whose description is missing or does not begin with a verb. */
export interface Finding {
  readonly place: string;
  readonly problem: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const THIRD_PERSON = /^[A-Z][a-z]+s\b/;

/**
 * Returns every operation, parameter, field, schema, header and response of an OpenAPI document that has no description, and every
 * operation whose description does not begin with a verb in the third person ("Lists …").
 */
export function findMissing(document: Json): Finding[] {
  const findings: Finding[] = [];
  const report = (place: string, problem: string) => findings.push({ place, problem });

  function require(place: string, part: unknown): void {
    if (!isDescribed(document, part)) report(place, 'has no description.');
  }

  function visitSchema(place: string, schema: unknown): void {
    if (!isObject(schema) || '$ref' in schema) return;
    for (const [name, field] of entriesOf(schema.properties)) {
      require(`${place}.${name}`, field);
      visitSchema(`${place}.${name}`, field);
    }
    visitSchema(`${place}[]`, schema.items);
    visitSchema(`${place}.*`, schema.additionalProperties);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      for (const part of (schema[keyword] as unknown[] | undefined) ?? []) visitSchema(place, part);
    }
  }

  function visitContent(place: string, part: unknown): void {
    if (!isObject(part)) return;
    for (const [, media] of entriesOf(part.content)) visitSchema(place, (media as Json).schema);
  }

  function visitResponse(place: string, response: unknown): void {
    require(place, response);
    if (!isObject(response)) return;
    for (const [name, header] of entriesOf(response.headers)) require(`${place} header ${name}`, header);
    visitContent(place, response);
  }

  function visitOperation(place: string, operation: Json): void {
    const { description } = operation;
    if (isText(description) && !THIRD_PERSON.test(description)) {
      report(place, `must begin with a verb in the third person, like "Lists": "${description.slice(0, 40)}…"`);
    }
    require(place, operation);
    for (const parameter of (operation.parameters as Json[] | undefined) ?? []) {
      require(`${place} parameter ${parameter.name ?? parameter.$ref}`, parameter);
    }
    visitContent(`${place} body`, operation.requestBody);
    for (const [status, response] of entriesOf(operation.responses)) visitResponse(`${place} ${status}`, response);
  }

  for (const [path, item] of entriesOf(document.paths)) {
    for (const [method, operation] of entriesOf(item)) {
      if (METHODS.includes(method)) visitOperation(`${method.toUpperCase()} ${path}`, operation as Json);
    }
  }
  const components = (document.components ?? {}) as Json;
  for (const [name, schema] of entriesOf(components.schemas)) {
    require(name, schema);
    visitSchema(name, schema);
  }
  for (const [name, parameter] of entriesOf(components.parameters)) require(`parameter ${name}`, parameter);
  for (const [name, header] of entriesOf(components.headers)) require(`header ${name}`, header);
  for (const [name, response] of entriesOf(components.responses)) visitResponse(`response ${name}`, response);
  return findings;
}

/** A reference has the description of its target, unless it has one of its own. */
function isDescribed(document: Json, part: unknown): boolean {
  if (!isObject(part)) return false;
  if (isText(part.description)) return true;
  return typeof part.$ref === 'string' && isDescribed(document, resolve(document, part.$ref));
}

function resolve(document: Json, reference: string): unknown {
  let part: unknown = document;
  for (const name of reference.replace(/^#\//, '').split('/')) part = isObject(part) ? part[name] : undefined;
  return part;
}

function entriesOf(part: unknown): [string, unknown][] {
  return isObject(part) ? Object.entries(part) : [];
}

function isObject(part: unknown): part is Json {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
