import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { StartedServer } from './processes.ts';

const MAIN = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

type Env = Record<string, string | undefined>;

/** A customer with a key and a server on the engine. */
export interface Customer {
  readonly key: string;
  readonly hostingId: number;
}

export async function makeCustomer(env: Env): Promise<Customer> {
  const run = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args, '--json'], { env });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const account = String((await run('account', 'create', '--name', 'Bench', '--email', 'bench@example.com')).id);
  const rate = ['--rate-limit', '1000000'];
  const key = await run('key', 'create', '--account', account, '--environment', 'live', '--scopes', 'all', ...rate);
  const size = ['--vcpus', '1', '--memory-mb', '256', '--disk-gb', '4'];
  await run('plan', 'create', '--name', 'bench', '--price', '100', '--image', 'busybox', ...size);
  const hosting = await run(
    ...['hosting', 'create', '--account', account, '--plan', 'bench', '--hostname', 'bench.test', '--wait'],
  );
  return { key: String(key.key), hostingId: Number(hosting.id) };
}

export interface Action {
  readonly status: string;
  readonly progress: number;
  readonly error: { message: string } | null;
}

/** Sends a request and waits until its action has succeeded. */
export async function act(server: StartedServer, customer: Customer, path: string, body: object): Promise<void> {
  const { action_id } = await call<{ action_id: number }>(server, customer, 'POST', path, body);
  for (;;) {
    const action = await call<Action>(server, customer, 'GET', `/actions/show?id=${action_id}&wait=30`);
    if (action.status === 'succeeded') return;
    if (action.status === 'failed') throw new Error(`${path} failed: ${action.error?.message}`);
  }
}

export async function call<T>(server: StartedServer, { key }: Customer, method: string, path: string, body?: object) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}
