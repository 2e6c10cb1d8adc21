import { type Envelope, readAnswer } from './answer.ts';
import { type Authorization, type Authorize, authorizeBy, type Credentials } from './credentials.ts';
import { HostlerError } from './error.ts';
import type { TokenPair } from './generated/types.gen.ts';
import { KnownAnswers } from './known-answers.ts';
import { afterPage, afterPart, type Feed, type FeedPart, type Page, type Pages, Series } from './pages.ts';
import { type RetryOptions, retry, unlessAborted } from './retry.ts';

export type { Feed, Pages } from './pages.ts';

export type TransportOptions = Credentials &
  RetryOptions & {
    /** URL of the server, such as `https://cloud.example.com`. */
    readonly baseUrl: string;
    /** Replaces the global `fetch`. */
    readonly fetch?: typeof fetch | undefined;
    /** Sent with every request. */
    readonly headers?: Readonly<Record<string, string>> | undefined;
    /** Timeout of one attempt in seconds. Default 60; Infinity disables it. */
    readonly timeout?: number | undefined;
  };

/** Options of a single call. */
export interface CallOptions extends RetryOptions {
  readonly signal?: AbortSignal | undefined;
  /** Makes retries of a write safe, also from another process. Default: a random key. */
  readonly idempotencyKey?: string | undefined;
  /** Forces an outcome; test keys only. */
  readonly scenario?: 'fail' | 'rate_limited' | 'server_error' | 'slow' | undefined;
}

/** Allows undefined for optional fields. */
export type Input<T> = { [Key in keyof T]: object extends Pick<T, Key> ? T[Key] | undefined : T[Key] };

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly input: object | undefined;
  readonly options: CallOptions | undefined;
  readonly repeatable: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Maximum of a timer, in whole milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const REFRESH_PATH = '/api/v1/auth/refresh';

/** Sends requests and reads responses. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #baseUrl: string;
  readonly #authorize: Authorize;
  readonly #known = new KnownAnswers();

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#baseUrl = options.baseUrl.replace(/\/+$/, '');
    this.#authorize = authorizeBy(options, (refreshToken) => this.#refresh(refreshToken));
  }

  async get<T>(path: string, input: object | undefined, options: CallOptions | undefined): Promise<T> {
    const { data } = await this.#call({ method: 'GET', path, input, options, repeatable: true });
    return data as T;
  }

  pages<T>(path: string, input: object | undefined, options: CallOptions | undefined): Pages<T> {
    return new Series<T, Page<T>>((more) => this.#list<Page<T>>(path, { ...input, ...more }, options), afterPage);
  }

  feed<T>(path: string, input: object | undefined, options: CallOptions | undefined): Feed<T> {
    return new Series<T, FeedPart<T>>(
      (more) => this.#list<FeedPart<T>>(path, { ...input, ...more }, options),
      afterPart,
    );
  }

  /** Sends a write with an idempotency key, which is safe to retry. */
  async write<T>(path: string, input: object | undefined, options: CallOptions | undefined): Promise<T> {
    const headers = { 'Idempotency-Key': options?.idempotencyKey ?? makeKey() };
    const { data } = await this.#call({ method: 'POST', path, input, options, repeatable: true, headers });
    return data as T;
  }

  /** Sends a write that must not be repeated. */
  async send<T>(path: string, input: object | undefined, options: CallOptions | undefined): Promise<T> {
    const { data } = await this.#call({ method: 'POST', path, input, options, repeatable: false });
    return data as T;
  }

  async #list<Part>(path: string, input: object, options: CallOptions | undefined): Promise<Part> {
    const { data, meta, links } = await this.#call({ method: 'GET', path, input, options, repeatable: true });
    return (links === undefined ? { data, meta } : { data, meta, links }) as Part;
  }

  async #call(call: Call): Promise<Envelope> {
    const { repeatable, options } = call;
    const retries = options?.retries ?? this.#options.retries;
    const longestPause = options?.longestPause ?? this.#options.longestPause;
    return retry(() => this.#attempt(call), { retries, longestPause, repeatable, signal: options?.signal });
  }

  async #attempt(call: Call): Promise<Envelope> {
    const signal = call.options?.signal;
    const authorization = await unlessAborted(this.#authorize(), signal);
    try {
      return await this.#exchange(call, authorization);
    } catch (error) {
      const refused = error instanceof HostlerError && error.status === 401;
      if (!refused || authorization.renew === undefined) throw error;
      return this.#exchange(call, await unlessAborted(authorization.renew(), signal));
    }
  }

  async #refresh(refreshToken: string): Promise<TokenPair> {
    const call: Call = {
      method: 'POST',
      path: REFRESH_PATH,
      input: { refresh_token: refreshToken },
      options: undefined,
      // The previous refresh token stays valid for ten seconds.
      repeatable: true,
    };
    const { data } = await retry(() => this.#exchange(call, { headers: {} }), { ...this.#options, repeatable: true });
    return data as TokenPair;
  }

  async #exchange({ method, path, input, options, headers }: Call, by: Authorization): Promise<Envelope> {
    const query = method === 'GET' && input !== undefined ? writeQuery(input) : '';
    const body = method === 'POST' && input !== undefined ? JSON.stringify(input) : null;
    const url = `${this.#baseUrl}${path}${query}`;
    const known = method === 'GET' ? this.#known.find(url) : undefined;
    const timeout = AbortSignal.timeout(Math.min(Math.ceil((this.#options.timeout ?? 60) * 1000), LONGEST_TIMER_MS));
    const send = this.#options.fetch ?? globalThis.fetch;
    try {
      const response = await send(url, {
        method,
        body,
        // Responses are cached in memory only, never on disk.
        cache: 'no-store',
        // The API never redirects. A followed redirect could turn a POST into a GET and leak the key.
        redirect: 'manual',
        headers: {
          Accept: 'application/json',
          ...(body === null ? {} : { 'Content-Type': 'application/json' }),
          ...(known === undefined ? {} : { 'If-None-Match': known.tag }),
          ...(options?.scenario === undefined ? {} : { 'X-Sandbox-Scenario': options.scenario }),
          ...this.#options.headers,
          ...headers,
          ...by.headers,
        },
        signal: options?.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      });
      if (known && response.status === 304) return JSON.parse(known.text) as Envelope;
      const text = await response.text();
      const answer = readAnswer(response, text);
      if (method === 'GET') this.#known.keep(url, response.headers.get('etag'), text);
      return answer;
    } catch (error) {
      if (error instanceof HostlerError) throw error;
      options?.signal?.throwIfAborted();
      throw timeout.aborted
        ? new HostlerError({ code: 'TIMEOUT', message: 'The server took too long to answer.', cause: error })
        : new HostlerError({ code: 'NETWORK_ERROR', message: 'The server could not be reached.', cause: error });
    }
  }
}

function writeQuery(input: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query}`;
}

/** Avoids `crypto.randomUUID`, which browsers offer only over HTTPS. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
