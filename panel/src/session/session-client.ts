import { t } from '@lingui/core/macro';
import type { Said } from '../locales/error-texts.ts';
import { loadErrors, translateError } from '../locales/errors.ts';
import { type FieldError, PanelApiError } from '../requests/failure.ts';
import { confirmGate, signInGate } from './gate.ts';

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface PageMeta {
  readonly current_page: number;
  readonly per_page: number;
  readonly total: number;
  readonly last_page: number;
  /** True if more rows match than `total`. */
  readonly total_capped?: boolean;
  /** Request log only: true if successful requests were sampled. */
  readonly sampled?: boolean;
}

export interface PanelPage<T> {
  readonly data: readonly T[];
  readonly meta: PageMeta;
}

interface Asking {
  /** Set for the sign-in requests: they must not wait for a sign-in. */
  readonly withoutGates?: boolean;
  readonly signal?: AbortSignal;
}

interface Posting extends Asking {
  /** Parameters in the URL, such as the id of the record. */
  readonly query?: Query;
}

interface SessionClientOptions {
  /** Path prefix of the API. */
  readonly prefix: string;
  /** Called after a 401. The request is repeated when the promise resolves. Default: asks the person to sign in. */
  readonly waitForAccess?: () => Promise<void>;
  /** Token that is sent instead of waiting for the person; null if there is none. */
  readonly token?: { read(): Promise<string | null>; onRefused(): void };
}

/**
 * Creates the client of an API that the session cookie authenticates. If the session has ended or the password is
 * required, a request waits for the person and is then repeated.
 */
export function createSessionClient({ prefix, waitForAccess = () => signInGate.ask(), token }: SessionClientOptions) {
  async function ask<T>(path: string, init: RequestInit, { withoutGates = false, signal }: Asking): Promise<T> {
    for (;;) {
      const bearer = (await token?.read()) ?? null;
      const headers = { ...init.headers, ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }) };
      const response = await fetch(prefix + path, {
        ...init,
        headers,
        credentials: 'same-origin',
        signal: signal ?? null,
      });
      const error = response.ok ? null : await readError(response);
      if (!error) return (await readBody(response)) as T;
      if (bearer !== null) {
        if (error.status === 401) token?.onRefused();
        throw error;
      }
      if (withoutGates) throw error;
      if (error.status === 401) await waitForAccess();
      else if (error.code === 'CONFIRMATION_REQUIRED') await confirmGate.ask();
      else throw error;
    }
  }

  return {
    async get<T>(path: string, query: Query = {}, asking: Asking = {}): Promise<T> {
      return (await ask<{ data: T }>(path + toSearch(query), { method: 'GET' }, asking)).data;
    },
    list<T>(path: string, query: Query = {}, asking: Asking = {}): Promise<PanelPage<T>> {
      return ask<PanelPage<T>>(path + toSearch(query), { method: 'GET' }, asking);
    },
    async post<T>(path: string, body: object = {}, { query = {}, ...asking }: Posting = {}): Promise<T> {
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Hostler-Panel': '1' },
        body: JSON.stringify(body),
      };
      return (await ask<{ data: T }>(path + toSearch(query), init, asking)).data;
    },
  };
}

/** Returns the query string of the given parameters, without absent and empty ones. */
export function toSearch(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? '' : `?${search}`;
}

/** Parses the response. A body that is no JSON comes from a proxy or captive portal, not from the server. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError('The answer is no JSON.', { cause });
  }
}

async function readError(response: Response): Promise<PanelApiError> {
  const body = (await response.json().catch(() => null)) as {
    error?: { code: string; details?: FieldError[] } & Said;
  } | null;
  await loadErrors();
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new PanelApiError({
    status: response.status,
    code: body?.error?.code ?? 'UNREACHABLE',
    ...(body?.error
      ? translateError(body.error, body.error.details ?? [])
      : { message: t`The server responded with status ${response.status}. Try again in a moment.`, details: [] }),
    requestId: response.headers.get('X-Request-ID'),
    retryAfterSeconds: retryAfter > 0 ? retryAfter : null,
  });
}
