import type { Hostler } from './hostler.ts';
import { runByName } from './kernel/command.ts';
import { sql } from './kernel/db/query.ts';

const ANY_ACCOUNT = sql<object, { id: number }>('select id from accounts limit 1');

/** The first start in demo mode makes a customer to play with, and says what to type next. */
export async function prepareDemo(hostler: Hostler, url: string): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  if (await hostler.db.read(ANY_ACCOUNT.one({}))) {
    say(`\nHostler is running on ${url} (reference: ${url}/docs). The demo keys were printed at the first start.\n`);
    return;
  }
  const run = (name: string, given: object) => runByName<Record<string, unknown>>(hostler.commands, name, given);
  const account = await run('account create', { name: 'Demo Customer', email: 'demo@example.com' });
  const key = (environment: string) =>
    run('key create', { account: account.id, environment, scopes: 'all', name: 'demo', rate_limit: 600 });
  const [live, test] = [await key('live'), await key('test')];
  const plan = await run('plan create', { name: 'small', price: 900, currency: 'EUR', period: 'monthly', vcpus: 1 });
  await run('subscription create', { account: account.id, plan: plan.id, hostname: 'web1.demo.example' });
  say(`
Hostler is running on ${url}

  reference   ${url}/docs
  live key    ${live.key}
  test key    ${test.key}   (sandbox: writes are simulated)

The demo customer has one server, web1.demo.example. Try it:

  curl -H 'X-API-Key: ${live.key}' ${url}/api/v1/hosting

The keys are shown this once. Delete the folder ${hostler.config.dataDir} to begin anew.
`);
}
