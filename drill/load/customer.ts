import { runHostler, type Settings } from '../../acceptance/hostler-process.ts';
import { callApi } from './api.ts';

/** The customer who sends the requests of the load. */
export interface Customer {
  readonly id: number;
  readonly key: string;
  readonly servers: readonly number[];
}

type Run = <T>(args: readonly (string | number)[]) => Promise<T>;

/** Creates the customer with the operator's commands, like any customer. */
export async function createCustomer(run: Run, servers: number): Promise<Customer> {
  const { id } = await run<{ id: number }>(['account', 'create', '--name', 'Drill', '--email', 'drill@example.com']);
  const plan = run<{ id: number }>(['plan', 'create', '--name', 'VPS', '--price', 1000, '--currency', 'EUR']);
  const rights = ['--environment', 'live', '--scopes', 'all', '--rate-limit', 1_000_000_000];
  const [{ key }, { id: planId }] = await Promise.all([
    run<{ key: string }>(['key', 'create', '--account', id, ...rights]),
    plan,
  ]);
  const subscriptions = Array.from({ length: servers }, (_, index) =>
    run<{ hosting_id: number }>([
      ...['subscription', 'create', '--account', id, '--plan', planId],
      ...['--hostname', `drill-${index + 1}.test`],
    ]),
  );
  return { id, key, servers: (await Promise.all(subscriptions)).map(({ hosting_id }) => hosting_id) };
}

/** Registers a webhook for the events of everything that the load does. */
export async function registerWebhook(base: string, { key }: Customer, url: string): Promise<void> {
  const events = ['ticket.created', 'ticket.replied', 'hosting.restarted'];
  await callApi(base, '/webhooks', { key, body: { url, events }, idempotencyKey: `webhook-${url}` });
}

/** Returns a function that runs commands of one version on one installation. */
export function commandsOf(settings: () => Settings, program?: string): Run {
  return async <T>(args: readonly (string | number)[]) => {
    const given = [...args.map(String), ...(args[0] === 'migrate' ? [] : ['--json'])];
    const { code, stdout, stderr } = await runHostler(given, settings(), program === undefined ? {} : { program });
    if (code !== 0) throw new Error(`hostler ${args.join(' ')} ended with ${code}: ${stderr}`);
    return (args[0] === 'migrate' ? undefined : JSON.parse(stdout)) as T;
  };
}
