import { type FieldError, PanelApiError } from '../requests/failure.ts';
import { leaveView, viewToken } from './account-view.ts';
import { confirmGate, signInGate } from './gate.ts';

const PREFIX = '/panel/api/v1';

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface PageMeta {
  readonly current_page: number;
  readonly per_page: number;
  readonly total: number;
  readonly last_page: number;
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

/**
 * Client of the panel API (`/panel/api/v1`), which only signed-in people can use. The session cookie authenticates it.
 */
export const panelApi = {
  async get<T>(path: string, query: Query = {}, asking: Asking = {}): Promise<T> {
    return (await ask<{ data: T }>(path + toSearch(query), { method: 'GET' }, asking)).data;
  },
  list<T>(path: string, query: Query = {}, asking: Asking = {}): Promise<PanelPage<T>> {
    return ask<PanelPage<T>>(path + toSearch(query), { method: 'GET' }, asking);
  },
  async post<T>(path: string, body: object = {}, asking: Asking = {}): Promise<T> {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Hostler-Panel': '1' },
      body: JSON.stringify(body),
    };
    return (await ask<{ data: T }>(path, init, asking)).data;
  },
};

function toSearch(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? '' : `?${search}`;
}

/**
 * Sends a request. If the session has ended or the password is required, waits for the person and repeats the request.
 */
async function ask<T>(path: string, init: RequestInit, { withoutGates = false, signal }: Asking): Promise<T> {
  for (;;) {
    const token = await viewToken();
    const headers = { ...init.headers, ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
    const response = await fetch(PREFIX + path, {
      ...init,
      headers,
      credentials: 'same-origin',
      signal: signal ?? null,
    });
    const error = response.ok ? null : await readError(response);
    if (!error) return (await readBody(response)) as T;
    if (token !== null) {
      if (error.status === 401) leaveView();
      throw error;
    }
    if (withoutGates) throw error;
    if (error.status === 401) await signInGate.ask();
    else if (error.code === 'CONFIRMATION_REQUIRED') await confirmGate.ask();
    else throw error;
  }
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
    error?: { code: string; message: string; details?: FieldError[] };
  } | null;
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new PanelApiError({
    status: response.status,
    code: body?.error?.code ?? 'UNREACHABLE',
    message: body?.error?.message ?? `The server responded with status ${response.status}. Try again in a moment.`,
    details: body?.error?.details ?? [],
    requestId: response.headers.get('X-Request-ID'),
    retryAfterSeconds: retryAfter > 0 ? retryAfter : null,
  });
}
