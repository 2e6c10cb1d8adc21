import { argon2Sync } from 'node:crypto';
import { insert, sql } from '@hostler/database';
import type { PanelApi } from '../api-types.ts';
import type { Answer, TestServer } from './server.ts';

/** Password of all test users. */
export const PASSWORD = 'correct horse battery';

/**
 * Hash of the password at the lowest cost. Hostler checks a password at the cost of its hash, and its default is slow
 * on purpose. A test that depends on it uses `people.hashPassword`.
 */
export const PASSWORD_HASH = hashAtLeastCost(PASSWORD);

function hashAtLeastCost(message: string): string {
  const cost = { memory: 8, passes: 1 };
  const salt = Buffer.alloc(16, 'salt');
  const hash = argon2Sync('argon2id', { message, nonce: salt, parallelism: 1, tagLength: 32, ...cost });
  return ['argon2id', cost.memory, cost.passes, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

interface Options {
  /** Overrides or adds headers; undefined removes one. */
  headers?: Record<string, string | undefined>;
  /** Another API surface with the same cookies. */
  prefix?: string;
}

export type Panel = ReturnType<typeof openPanel>;

/** A browser at the panel API: keeps cookies, and sends what the pages of the panel send. */
export function openPanel({ url }: Pick<TestServer, 'url'>) {
  const cookies = new Map<string, string>();

  async function request<T = Record<string, never>>(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, prefix = '/panel/api/v1' }: Options = {},
  ): Promise<Answer<T>> {
    const sent: Record<string, string | undefined> = {
      ...(cookies.size > 0 ? { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } : {}),
      ...(method === 'POST' ? { origin: url, 'x-hostler-panel': '1' } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const response = await fetch(`${url}${prefix}${path}`, {
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
    signIn: (email: string, password = PASSWORD) =>
      request<PanelApi.SignedIn>('POST', '/sessions', { email, password }),
    async token(account_id: number, environment: 'live' | 'test' = 'live'): Promise<string> {
      const { body } = await request<PanelApi.PanelToken>('POST', '/token', { account_id, environment });
      return body.data.access_token;
    },
  };
}

const FIND_PERSON = sql<{ email: string }, { id: number }>('select id from persons where email = :email');
const insertMembership = insert<{
  person_id: number;
  account_id: number;
  role: string;
  scopes: string;
  rights: string;
  created_at: number;
}>('memberships', ['person_id', 'account_id', 'role', 'scopes', 'rights', 'created_at']);

/** Creates people with the same password. */
export function peopleOf(server: TestServer, password_hash = PASSWORD_HASH) {
  let count = 0;

  /** Creates the owner of a new account, signed in. */
  async function owner(email = `owner${++count}@example.com`) {
    const { id } = await server.operator.accounts.create({ name: `Of ${email}`, email, password_hash });
    return { ...(await enter(email)), accountId: id };
  }

  /** Creates a member of an account who also has their own account, signed in. */
  async function member(accountId: number, { role = 'member', scopes = '', rights = '', email = '' } = {}) {
    const { panel, person, ...own } = await owner(email || undefined);
    const row = { person_id: person.id, account_id: accountId, role, scopes, rights, created_at: server.clock.now() };
    await server.hostler.db.write(() => insertMembership(row));
    return { panel, person, ownAccountId: own.accountId };
  }

  async function enter(email: string) {
    const panel = openPanel(server);
    const { status, body } = await panel.signIn(email);
    if (status !== 201) throw new Error(`${email} could not sign in: ${body.error.message}`);
    return { panel, person: body.data.person };
  }

  async function find(email: string): Promise<number | undefined> {
    return (await server.hostler.db.read(FIND_PERSON.one({ email })))?.id;
  }

  return { owner, member, enter, find };
}
