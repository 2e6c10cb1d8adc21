import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Action, ApiData, ApiPath } from '../testing/api-types.ts';
import { ApiDescription, type OpenApi } from './openapi.ts';

/** Status of every error code, duplicated from the contract on purpose. */
export const ERROR_STATUS: Readonly<Record<string, number>> = {
  BAD_REQUEST: 400,
  MISSING_ID: 400,
  UNAUTHORIZED: 401,
  INVALID_API_KEY: 401,
  FORBIDDEN: 403,
  ENVIRONMENT_MISMATCH: 403,
  NOT_FOUND: 404,
  DOMAIN_ALREADY_EXISTS: 409,
  VPS_NOT_RUNNING: 409,
  TICKET_CLOSED: 409,
  DATABASE_ALREADY_EXISTS: 409,
  CONFLICT: 409,
  QUOTA_EXCEEDED: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  PAYLOAD_TOO_LARGE: 413,
  VALIDATION_ERROR: 422,
  INVALID_SCOPES: 422,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
};

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: {
    readonly success: boolean;
    readonly message?: string;
    readonly data: T;
    readonly meta: { current_page: number; per_page: number; total: number; last_page: number };
    readonly links: { self: string; first: string; last: string; next: string | null; prev: string | null };
    readonly error: {
      code: string;
      message: string;
      reason: string;
      params?: Record<string, string | number>;
      details?: { field: string; message: string; reason: string; params?: Record<string, string | number> }[];
    };
  };
}

export interface RequestOptions {
  /** API key or access token, sent in the matching header. */
  readonly as?: string | undefined;
  /** Objects are sent as JSON; strings and bytes are sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Headings;
}

type Headings = Readonly<Record<string, string>>;

/** Cached document and validators: most servers of one process have the same document. */
let described: { readonly text: string; readonly api: ApiDescription } | undefined;

function describeApi(text: string): ApiDescription {
  if (described?.text !== text) described = { text, api: new ApiDescription(JSON.parse(text) as OpenApi) };
  return described.api;
}

/** Sends plain HTTP and validates every response against the OpenAPI document of the server. */
export class Client {
  readonly #server: { readonly url: string };
  readonly api: ApiDescription;

  /** Reads the address each time, because it may change after a restart. */
  static async connect(server: { readonly url: string }): Promise<Client> {
    const response = await fetch(`${server.url}/openapi.json`);
    return new Client(server, describeApi(await response.text()));
  }

  constructor(server: { readonly url: string }, api: ApiDescription) {
    this.#server = server;
    this.api = api;
  }

  get<P extends ApiPath<'GET'>>(path: P, as?: string, headers?: Headings): Promise<Answer<ApiData<'GET', P>>>;
  get<T = Record<string, unknown>>(path: string, as?: string, headers?: Headings): Promise<Answer<T>>;
  get<T>(path: string, as?: string, headers: Headings = {}): Promise<Answer<T>> {
    return this.request<T>('GET', path, { as, headers });
  }

  post<P extends ApiPath<'POST'>>(
    path: P,
    as?: string,
    body?: unknown,
    headers?: Headings,
  ): Promise<Answer<ApiData<'POST', P>>>;
  post<T = Record<string, unknown>>(path: string, as?: string, body?: unknown, headers?: Headings): Promise<Answer<T>>;
  post<T>(path: string, as?: string, body?: unknown, headers: Headings = {}): Promise<Answer<T>> {
    return this.request<T>('POST', path, { as, body, headers });
  }

  /** Expands `/tickets` to `/api/v1/tickets`. */
  async request<T = Record<string, unknown>>(
    method: string,
    path: string,
    { as, body, headers = {} }: RequestOptions = {},
  ): Promise<Answer<T>> {
    const target = path.startsWith('/api/') ? path : `/api/v1${path}`;
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${this.#server.url}${target}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(as === undefined ? {} : credentialHeader(as)),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: (raw ? body : JSON.stringify(body)) as string | Uint8Array<ArrayBuffer> }),
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, text, body: parse(text) } as Answer<T>;
    this.#check(method, target, answer);
    return answer;
  }

  /** Polls until the data satisfies the condition; the time limit of the test ends it otherwise. */
  until<P extends ApiPath<'GET'>>(
    path: P,
    as: string,
    condition: (data: ApiData<'GET', P>) => boolean,
  ): Promise<ApiData<'GET', P>>;
  until<T = Record<string, unknown>>(path: string, as: string, condition: (data: T) => boolean): Promise<T>;
  async until<T>(path: string, as: string, condition: (data: T) => boolean): Promise<T> {
    for (;;) {
      const { body } = await this.get<T>(path, as);
      if (body.success && condition(body.data)) return body.data;
      await pause(20);
    }
  }

  /** Returns the ended action; on a busy machine this takes longer than one long poll. */
  endOf(actionId: number | null, as: string): Promise<Action> {
    const hasEnded = ({ status }: Action) => status === 'succeeded' || status === 'failed';
    return this.until(`/actions/show?id=${actionId}&wait=30`, as, hasEnded);
  }

  async total(path: string, as: string): Promise<number> {
    return (await this.get(path, as)).body.meta.total;
  }

  /** Returns the items of all pages of a list. */
  all<P extends ApiPath<'GET'>>(path: P, as: string): Promise<ApiData<'GET', P>>;
  all<T = Record<string, unknown>>(path: string, as: string): Promise<T[]>;
  async all<T>(path: string, as: string): Promise<T[]> {
    const items: T[] = [];
    let next: string | null = `${path}${path.includes('?') ? '&' : '?'}per_page=100`;
    while (next !== null) {
      const { body }: Answer<T[]> = await this.get<T[]>(next, as);
      items.push(...body.data);
      next = body.links.next;
    }
    return items;
  }

  /** Checks that apply to every response. */
  #check(method: string, target: string, { status, headers, body, text }: Answer<unknown>): void {
    const path = target.split('?', 1)[0] ?? '';
    if (method === 'OPTIONS') return;
    const problems = this.api.check(method, path, status, body);
    const require = (right: boolean, problem: string) => {
      if (!right) problems.push(`${method} ${target} → ${status}: ${problem}: ${text.slice(0, 500)}`);
    };
    require(/^application\/json(; charset=utf-8)?$/.test(headers.get('content-type') ?? ''), 'is not JSON');
    require((headers.get('x-request-id') ?? '') !== '', 'has no X-Request-Id');
    require(body?.success === status < 400, 'success does not agree with the status');
    if (status >= 400) require(ERROR_STATUS[body?.error?.code ?? ''] === status, 'the code has another status');
    expect(problems, problems.join('\n')).toEqual([]);
  }
}

function credentialHeader(credential: string): Record<string, string> {
  if (credential.startsWith('svc_at_')) return { authorization: `Bearer ${credential}` };
  return { 'x-api-key': credential };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
