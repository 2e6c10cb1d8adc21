// Reduces an OpenAPI document to what a client needs: its operations, each with one input type and one output type. The
// transport handles envelopes, headers and errors.

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly description?: string | undefined;
  readonly [keyword: string]: unknown;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface JsonContent {
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } };
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: JsonContent;
  readonly responses: Readonly<Record<string, JsonContent>>;
}

export interface ApiDocument {
  readonly openapi: string;
  readonly info: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

export interface Operation {
  /** Example: `domains.records.show`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Repeating it with the same key is safe. */
  readonly idempotent: boolean;
  readonly input: { readonly type: string; readonly required: boolean } | undefined;
  readonly output: { readonly kind: 'page' | 'feed' | 'list' | 'record'; readonly type: string };
}

export interface Simplified {
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** Ends the description of ids that the document calls optional only because there are two places for them. */
const ELSEWHERE = ' Can be sent in the JSON body instead.';
/** Operations whose id is really optional. */
const WITHOUT_ID = new Set(['webhooks.redeliver']);

export function simplify(document: ApiDocument): Simplified {
  // Failures have a hand-written type.
  const { Error: _, ...records } = document.components.schemas;
  const schemas: Record<string, Schema> = records;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const success = findSuccess(operation);
      if (success === undefined) return [];
      const typeName = operation.operationId.split('.').map(capitalize).join('');
      const parameters = (operation.parameters ?? []).map((given) => resolve(document, given));
      const input = describeInput(operation.operationId, parameters, operation.requestBody);
      if (input !== undefined) schemas[`${typeName}Input`] = input;
      return {
        name: operation.operationId,
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        description: operation.description ?? '',
        idempotent: parameters.some(({ name }) => name === 'Idempotency-Key'),
        input: input && { type: `${typeName}Input`, required: (input.required ?? []).length > 0 },
        output: describeOutput(success, `${typeName}Result`, schemas),
      };
    }),
  );
  return { operations, schemas };
}

/** Returns undefined if the answer is not JSON but a stream. */
function findSuccess(operation: DocumentedOperation): Schema | undefined {
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const schemas = answers.flatMap(([, answer]): Schema[] => {
    const schema = answer.content?.['application/json']?.schema;
    return schema === undefined ? [] : [schema];
  });
  const [first] = schemas;
  if (first === undefined || schemas.length === 1) return first;
  // An operation may succeed in several ways, as signing in does.
  const data = { anyOf: schemas.map(({ properties }) => properties?.data) };
  return { ...first, properties: { ...first.properties, data } };
}

function resolve(document: ApiDocument, parameter: Parameter): Parameter {
  if (parameter.$ref === undefined) return parameter;
  const name = lastSegment(parameter.$ref);
  const found = document.components.parameters?.[name];
  if (found === undefined) throw new Error(`The document has no parameter ${name}.`);
  return found;
}

/**
 * Merges parameters and body into one object: a GET sends it as the query, a POST as JSON, which accepts every id too.
 */
function describeInput(
  operationId: string,
  parameters: readonly Parameter[],
  body: JsonContent | undefined,
): Schema | undefined {
  const queried = parameters.filter((parameter) => parameter.in === 'query');
  const bodySchema = body?.content?.['application/json']?.schema;
  const properties = Object.fromEntries(
    queried.map(({ name, description, schema }) => [
      name,
      { ...schema, description: description?.replace(ELSEWHERE, '') },
    ]),
  );
  const merged = { ...properties, ...bodySchema?.properties };
  if (Object.keys(merged).length === 0) return undefined;
  const isNeeded = ({ required, description }: Parameter) =>
    required === true || (description?.endsWith(ELSEWHERE) === true && !WITHOUT_ID.has(operationId));
  const required = new Set([...queried.filter(isNeeded).map(({ name }) => name), ...(bodySchema?.required ?? [])]);
  return { ...bodySchema, type: 'object', properties: merged, required: [...required] };
}

function describeOutput(answer: Schema, name: string, schemas: Record<string, Schema>): Operation['output'] {
  const { data, meta, links } = answer.properties ?? {};
  if (data === undefined) throw new Error(`${name} has no data.`);
  const nameType = (schema: Schema): string => {
    if (schema.$ref !== undefined) return lastSegment(schema.$ref);
    schemas[name] = schema;
    return name;
  };
  if (data.type !== 'array') return { kind: 'record', type: nameType(data) };
  const type = nameType(data.items ?? {});
  if (links !== undefined) return { kind: 'page', type };
  return { kind: meta === undefined ? 'list' : 'feed', type };
}

function lastSegment(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
