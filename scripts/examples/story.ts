import type { Examples } from '../../server/src/kernel/http/openapi/example.ts';
import { SCOPES } from '../../server/src/kernel/scopes.ts';
import { tellBackups, tellSchedules } from './backups.ts';
import { tellEmails } from './emails.ts';
import { type Installation, openInstallation, StoryClock } from './installation.ts';
import { tellChecks, tellMonitoring } from './monitoring.ts';
import { Recorder } from './recorder.ts';
import { tellApplications, tellDatabases, tellDomains, tellFirewalls, tellHosting, tellSshKeys } from './resources.ts';
import { tellTickets, tellWebhooks } from './talk.ts';

const BOUGHT = '2026-11-02T09:14:07Z';
const TODAY = '2026-11-12T08:50:36Z';

/**
 * Tells the story of a small company with a shop: it bought a server two weeks ago, and today calls every operation of
 * the public API once. Each call finds what earlier calls made, so the answers fit together. `afterwards` can read the
 * data it left.
 */
export async function tellStory(afterwards?: (installation: Installation) => Promise<void>): Promise<Examples> {
  const installation = await openInstallation(new StoryClock(BOUGHT));
  try {
    const { key, subscription, server } = await sellServer(installation);
    installation.clock.moveTo(TODAY);
    const api = new Recorder(installation, key);
    await tellAuth(api, key);
    const endTalk = [await tellWebhooks(api, installation), await tellTickets(api, installation)];
    await tellHosting(api, installation, server);
    await tellSshKeys(api);
    await tellFirewalls(api, server);
    await tellMonitoring(api, installation, server);
    const endApplication = await tellApplications(api, server);
    await tellChecks(api, installation);
    const endDomain = await tellDomains(api, server);
    const endEmail = await tellEmails(api);
    const { database, endDatabase } = await tellDatabases(api);
    await endApplication();
    const endBackups = [await tellBackups(api, server, database), await tellSchedules(api, server)];
    await tellSubscriptions(api, subscription);
    await api.call('auth.me');
    for (const end of [...endBackups, endDatabase, endEmail, endDomain, ...endTalk]) await end();
    await api.call('subscriptions.cancel', { query: { id: subscription }, body: { immediately: false } });
    await api.call('subscriptions.resume', { query: { id: subscription } });
    await api.call('subscriptions.trafficCap', { query: { id: subscription }, body: { traffic_cap: 5000 } });
    await tellDevice(api);
    await afterwards?.(installation);
    return api.examples();
  } finally {
    await installation.close();
  }
}

async function sellServer({ operator, settle }: Installation) {
  const { id: account_id } = await operator.accounts.create({ name: 'Example Ltd', email: 'office@example.com' });
  const address = { street: 'Lindenweg 2', postal_code: '10117', city: 'Berlin', country: 'DE' };
  await operator.profiles.update({ account_id, ...address });
  const { key } = await operator.keys.create({ account_id, environment: 'live', name: 'deploy', scopes: SCOPES });
  await operator.pools.create({ network: '192.0.2.0/24', gateway: '192.0.2.1' });
  const extra = { extra_addresses_max: 4, extra_address_prices: [{ currency: 'EUR', price: 200 }] };
  const plan = await operator.plans.create({
    name: 'VPS S',
    price: 990,
    vcpus: 2,
    memory_mb: 2048,
    disk_gb: 40,
    ...extra,
  });
  await operator.plans.create({ name: 'VPS M', price: 1990, vcpus: 4, memory_mb: 4096, disk_gb: 80 });
  const order = { account_id, plan: plan.name, hostname: 'shop.example.com' };
  const { id: subscription, hosting_id, invoice } = await operator.subscriptions.create(order);
  await operator.payments.create({ invoice_id: Number(invoice?.id), method: 'card' });
  await settle();
  return { key, subscription, server: hosting_id ?? 0 };
}

async function tellAuth(api: Recorder, key: string): Promise<void> {
  const body = { api_key: key, scopes: ['hosting.read', 'tickets.read'] };
  const { refresh_token } = await api.call<{ refresh_token: string }>('auth.token', { body });
  await api.call('auth.refresh', { body: { refresh_token } });
}

/** A command line on a server without a browser. The challenge is the example of RFC 7636. */
async function tellDevice(api: Recorder): Promise<void> {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  await api.call('auth.device.start', { body: { challenge, program: 'hostctl 0.3.0', machine: 'laptop' } });
  await api.call('auth.device.collect', { body: { verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' } });
}

async function tellSubscriptions(api: Recorder, id: number): Promise<void> {
  await api.call('subscriptions.list');
  await api.call('subscriptions.plans.list');
  await api.call('subscriptions.show', { query: { id } });
  await api.call('subscriptions.invoices.list', { query: { subscription_id: id } });
  const [invoice] = await api.call<{ id: number }[]>('billing.invoices.list');
  await api.call('billing.invoices.show', { query: { id: invoice?.id ?? 0 } });
  await api.call('billing.invoices.pdf', { query: { id: invoice?.id ?? 0 } });
  await api.call('billing.balance');
  await api.call('billing.payments.list');
  await api.call('subscriptions.create', { body: { plan: 'VPS S', hostname: 'blog.example.com' } });
  const [query, plan] = [{ id }, 'VPS M'];
  const preview = { query, body: { plan } };
  const { amount_due_now } = await api.call<{ amount_due_now: number }>('subscriptions.preview', preview);
  await api.call('subscriptions.change', { query, body: { plan, expected_amount: amount_due_now } });
  await api.call('subscriptions.withdrawChange', { query });
}
