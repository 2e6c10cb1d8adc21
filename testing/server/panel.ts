import type { Answer, TestServer } from './server.ts';

/** Of everybody that tests make: hashing is slow, on purpose. */
export const PASSWORD = 'correct horse battery';

interface Options {
  /** Instead of, or beside, what a page sends; undefined leaves one out. */
  headers?: Record<string, string | undefined>;
}

export type Panel = ReturnType<typeof openPanel>;

/** A browser at the panel's door: keeps its cookies, and sends what the panel's own pages send. */
export function openPanel({ url }: Pick<TestServer, 'url'>) {
  const cookies = new Map<string, string>();

  async function request<T = Record<string, never>>(
    method: string,
    path: string,
    body?: unknown,
    { headers = {} }: Options = {},
  ): Promise<Answer<T>> {
    const sent: Record<string, string | undefined> = {
      ...(cookies.size > 0 ? { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } : {}),
      ...(method === 'POST' ? { origin: url, 'x-hostler-panel': '1' } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const response = await fetch(`${url}/panel/api/v1${path}`, {
      method,
      headers: Object.entries(sent).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) keepCookie(line);
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer<T>['body'] };
  }

  function keepCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }

  return {
    cookies,
    get: <T = Record<string, never>>(path: string, options?: Options) => request<T>('GET', path, undefined, options),
    post: <T = Record<string, never>>(path: string, body: unknown = {}, options?: Options) =>
      request<T>('POST', path, body, options),
    signIn: (email: string, password = PASSWORD) => request<SignedIn>('POST', '/sessions', { email, password }),
    async token(account_id: number, environment: 'live' | 'test' = 'live'): Promise<string> {
      const { body } = await request<{ access_token: string }>('POST', '/token', { account_id, environment });
      return body.data.access_token;
    },
  };
}

interface SignedIn {
  person: { id: number; email: string; name: string; staff_role: string | null };
  accounts: { id: number; name: string; role: string; scopes: string[]; rights: string[]; environments: string[] }[];
}
