import type { Hostler } from './hostler.ts';
import { sql } from './kernel/db/query.ts';
import { SCOPES } from './kernel/http/scopes.ts';
import type { Operator } from './operator.ts';

const ANY_ACCOUNT = sql<object, { id: number }>('select id from accounts limit 1');

/** The first start in demo mode makes a customer to play with, and says what to type next. */
export async function prepareDemo(hostler: Hostler, url: string): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  if (await hostler.db.read(ANY_ACCOUNT.one({}))) {
    say(`\nHostler is running on ${url} (reference: ${url}/docs). The demo keys were printed at the first start.\n`);
    return;
  }
  const { live, test } = await hostler.db.write(() => makeDemo(hostler.operator));
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

/** All of it or nothing: a start that is cut short is the first one again. */
function* makeDemo({ accounts, keys, plans, subscriptions }: Operator) {
  const { id: account_id } = yield* accounts.create({ name: 'Demo Customer', email: 'demo@example.com' });
  const key = { account_id, name: 'demo', scopes: SCOPES };
  const live = yield* keys.create({ ...key, environment: 'live' });
  const test = yield* keys.create({ ...key, environment: 'test' });
  const plan = yield* plans.create({ name: 'small', price: 900 });
  yield* subscriptions.create({ account_id, plan: plan.name, hostname: 'web1.demo.example' });
  return { live, test };
}
