import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** The part of the OpenAPI document that the tests use. */
export interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: Readonly<{
    schemas: Readonly<Record<string, Schema>>;
    parameters: Readonly<Record<string, Parameter>>;
    responses: Readonly<Record<string, ResponseObject>>;
  }>;
}

interface Reference {
  readonly $ref: string;
}

interface OperationObject {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly 'x-scopes': readonly string[];
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema; example: unknown }>> };
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface ResponseObject {
  readonly content: Readonly<
    Record<string, { readonly example?: unknown; readonly examples?: Readonly<Record<string, unknown>> }>
  >;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
}

export interface Operation {
  readonly method: 'GET' | 'POST';
  /** `/api/v1/tickets/show` */
  readonly path: string;
  /** `tickets` */
  readonly group: string;
  /** Resource of the id: the group, or a nested resource such as `schedules` in `backups`. */
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly isPublic: boolean;
  readonly query: readonly Parameter[];
  /** Query parameter that identifies the resource, if any. */
  readonly id: string | undefined;
  readonly body: { readonly schema: Schema; readonly example: Record<string, unknown> } | undefined;
  readonly successStatus: number;
  /** Recorded example response. */
  readonly answer: unknown;
}

const JSON_TYPE = 'application/json';
/** Time format of the contract; stricter than the format of JSON Schema. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/;

/** The OpenAPI document with its operations and validators. */
export class ApiDescription {
  readonly document: OpenApi;
  readonly operations: readonly Operation[];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: OpenApi) {
    this.document = document;
    this.#ajv.addFormat('date-time', DATE_TIME);
    this.#ajv.addFormat('uri', (text) => URL.canParse(text));
    this.#ajv.addSchema(document, 'openapi');
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => readOperation(document, method, path, operation)),
    );
  }

  /** Returns all differences between a response and the document; empty if it is valid. */
  check(method: string, path: string, status: number, body: unknown): string[] {
    const where = `${method} ${path} → ${status}`;
    const operation = this.document.paths[path]?.[method.toLowerCase()];
    if (!operation) {
      if (status !== 404) return [`${where}: there is no such operation, so only 404 is right`];
      return this.#validate('#/components/schemas/Error', body).map((problem) => `${where}: ${problem}`);
    }
    const declared = operation.responses[status];
    const media = declared && follow(this.document, declared).content[JSON_TYPE];
    if (!media) return [`${where}: the document does not declare this status (${JSON.stringify(body)})`];
    const place = ['paths', path, method.toLowerCase(), 'responses', String(status)].map(escapePointer).join('/');
    const pointer = '$ref' in declared ? declared.$ref : `#/${place}`;
    const problems = this.#validate(`${pointer}/content/${escapePointer(JSON_TYPE)}/schema`, body);
    const code = (body as { error?: { code?: string } } | null)?.error?.code;
    if (status >= 400 && code !== undefined && !Object.hasOwn(media.examples ?? {}, code)) {
      problems.push(`the document does not declare the code ${code} here`);
    }
    return problems.map((problem) => `${where}: ${problem}`);
  }

  /** Returns all differences between a request body and the document. */
  checkRequest({ method, path }: Operation, body: unknown): string[] {
    const place = ['paths', path, method.toLowerCase(), 'requestBody', 'content', JSON_TYPE]
      .map(escapePointer)
      .join('/');
    return this.#validate(`#/${place}/schema`, body).map((problem) => `${method} ${path}: ${problem}`);
  }

  /** Returns all declared error codes with their statuses. */
  declaredCodes(): Map<string, Set<string>> {
    const codes = new Map<string, Set<string>>();
    const operations = Object.values(this.document.paths).flatMap((methods) => Object.values(methods));
    for (const [status, response] of operations.flatMap(({ responses }) => Object.entries(responses))) {
      for (const code of Object.keys(follow(this.document, response).content?.[JSON_TYPE]?.examples ?? {})) {
        codes.set(code, (codes.get(code) ?? new Set()).add(status));
      }
    }
    return codes;
  }

  /** Resolves a reference within the document. */
  resolve(schema: Schema): Schema {
    return follow(this.document, schema);
  }

  #validate(pointer: string, body: unknown): string[] {
    let validate = this.#validators.get(pointer);
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `openapi${pointer}` });
      this.#validators.set(pointer, validate);
    }
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath || 'body'} ${message} ${JSON.stringify(params)} in ${JSON.stringify(body)?.slice(0, 2_000)}`,
    );
  }
}

function readOperation(document: OpenApi, method: string, path: string, operation: OperationObject): Operation {
  const [, , , group = '', part = ''] = path.split('/');
  const hasParts = Object.keys(document.paths).some((known) => known.startsWith(`/api/v1/${group}/${part}/`));
  const parameters = operation.parameters.map((parameter) => follow(document, parameter));
  const query = parameters.filter((parameter) => parameter.in === 'query');
  // A list may also have optional id filters.
  const id = query.find(({ name, required }) => name === 'id' || (required && name.endsWith('_id')))?.name;
  const isOfGroup = method === 'post' && path === `/api/v1/${group}/${part}` && id === 'id';
  const media = operation.requestBody?.content[JSON_TYPE];
  const [status, success] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? [];
  return {
    method: method.toUpperCase() as Operation['method'],
    path,
    group,
    // A nested collection is created in the resource that its id names.
    resource: hasParts && !isOfGroup ? part : group,
    scopes: operation['x-scopes'],
    isPublic: operation.security?.length === 0,
    query,
    id,
    body: media && { schema: media.schema, example: media.example as Record<string, unknown> },
    successStatus: Number(status),
    answer: success && follow(document, success).content[JSON_TYPE]?.example,
  };
}

/** Returns the target of a reference; other values are returned unchanged. */
function follow<T extends object>(document: OpenApi, part: T | Reference): T {
  if (!('$ref' in part) || part.$ref === undefined) return part as T;
  const found = part.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);
  if (found === undefined) throw new Error(`the document refers to ${part.$ref}, which is not there`);
  return found as T;
}

function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
