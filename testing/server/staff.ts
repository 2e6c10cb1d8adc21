import { openPanel, PASSWORD_HASH, type Panel } from './panel.ts';
import { turnOnTotp } from './people.ts';
import type { Answer, TestServer } from './server.ts';

const OPERATOR_PREFIX = '/operator/api/v1';

let count = 0;

/** Creates a staff member and signs them in, by default with a second factor. */
export async function signInStaff(server: TestServer, role: string, { secondFactor = true } = {}) {
  const email = `staff${++count}@example.com`;
  const made = await server.operator.people.createStaff({
    email,
    name: `Staff ${count}`,
    role,
    password_hash: PASSWORD_HASH,
  });
  const panel = openPanel(server);
  const { status } = await panel.signIn(email);
  if (status !== 201) throw new Error(`${email} was not signed in`);
  if (secondFactor) await turnOnTotp(server, panel);
  return { id: made.id ?? 0, email, panel, ...asStaff(panel) };
}

/** Sends requests to the operator API with the cookies of a browser. */
function asStaff(panel: Panel) {
  const prefix = OPERATOR_PREFIX;
  return {
    get: <T = Record<string, unknown>>(path: string, headers: Record<string, string | undefined> = {}) =>
      panel.get<T>(path, { prefix, headers }),
    post: <T = Record<string, unknown>>(
      path: string,
      body: unknown = {},
      headers: Record<string, string | undefined> = {},
    ) => panel.post<T>(path, body, { prefix, headers }),
  };
}

/** Sends requests to the operator API with any headers. */
export async function callOperatorApi<T = Record<string, unknown>>(
  { url }: Pick<TestServer, 'url'>,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Answer<T>> {
  const response = await fetch(`${url}${OPERATOR_PREFIX}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer<T>['body'] };
}
