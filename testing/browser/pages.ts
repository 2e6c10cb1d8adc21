import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { choose, chooseInRow, inEnglish, type Prepare, press } from './say.ts';

/** Every page of the panel, for screenshots and checks. */
export interface PanelPage {
  /** Name of the screenshot. */
  readonly name: string;
  /** Path, or a function that finds it if it contains an id. */
  readonly path: string | ((api: Api, startProgram: StartProgram) => Promise<string>);
  /** Visible without signing in. */
  readonly open?: true;
  /** Opens something on the page first. */
  readonly prepare?: Prepare;
}

/** Returns the first record of a list of the public API. */
export type Api = (list: string) => Promise<{ id: number }>;

/** Starts a program that requests an API key, and returns its code. */
type StartProgram = () => Promise<string>;

const web1 = (tab: string) => async (first: Api) => `/servers/${(await first('hosting?search=web1')).id}${tab}`;

/** Opens the drawer to change the plan of a subscription. */
export async function openPlanChange(page: Page, subscription: string, say = inEnglish): Promise<void> {
  await page.getByRole('button', { name: say('Actions for {name}', { name: subscription }), exact: true }).click();
  await page.getByRole('menuitem', { name: say('Change plan'), exact: true }).click();
  await page.getByRole('dialog', { name: say('Change plan') }).waitFor();
}

export const PANEL_PAGES: readonly PanelPage[] = [
  { name: 'sign-in', path: '/sign-in', open: true },
  { name: 'reset', path: '/reset', open: true },
  { name: 'sign-up', path: '/sign-up?plan=Cloud%20S', open: true },
  { name: 'order-open', path: '/order/Cloud%20S', open: true },
  { name: 'cancel', path: '/cancel', open: true },
  { name: 'withdraw', path: '/withdraw', open: true },
  // The secret is checked only when the button is pressed.
  { name: 'sign-up-confirm', path: '/sign-up/confirm#secret', open: true },
  { name: 'object', path: '/farewells/object#secret', open: true },
  { name: 'agree-price', path: '/agree-price#secret', open: true },
  { name: 'overview', path: '/' },
  { name: 'servers', path: '/servers' },
  { name: 'server', path: web1('') },
  { name: 'server-edit', path: web1(''), prepare: choose('Manage', 'Edit label, tags and note') },
  { name: 'server-rebuild', path: web1(''), prepare: press('Rebuild') },
  { name: 'server-rescue', path: web1(''), prepare: press('Rescue') },
  {
    name: 'server-console',
    path: web1('/console'),
    prepare: async (page) => page.locator('.xterm-rows').filter({ hasText: 'root@' }).waitFor(),
  },
  { name: 'server-monitoring', path: web1('/monitoring') },
  { name: 'server-applications', path: web1('/applications') },
  { name: 'server-traffic', path: web1('/traffic') },
  { name: 'server-snapshots', path: web1('/snapshots') },
  { name: 'server-network', path: web1('/network') },
  { name: 'server-firewall', path: web1('/firewall') },
  { name: 'firewalls', path: '/firewalls' },
  {
    name: 'firewall-new',
    path: '/firewalls',
    prepare: async (page, say) => {
      await press('Create firewall')(page, say);
      await page.getByRole('button', { name: say('Add rule'), exact: true }).click();
      await page.getByRole('textbox', { name: say('Ports'), exact: true }).waitFor();
    },
  },
  { name: 'applications', path: '/applications' },
  { name: 'application', path: '/applications/catalog/welcome-message' },
  { name: 'application-install', path: '/applications/catalog/welcome-message', prepare: press('Install') },
  { name: 'applications-installed', path: '/applications/installed' },
  {
    name: 'application-installed',
    path: async (first) => `/applications/installed/${(await first('applications?status=running')).id}`,
  },
  { name: 'domains', path: '/domains' },
  { name: 'domain', path: async (first) => `/domains/${(await first('domains?search=shop')).id}` },
  { name: 'databases', path: '/databases' },
  { name: 'emails', path: '/emails' },
  { name: 'email-new', path: '/emails', prepare: press('Create mailbox') },
  { name: 'email-domains', path: '/emails/domains' },
  {
    name: 'email-domain',
    path: async (first) => `/emails/domains/${(await first('domains?search=festival')).id}`,
  },
  { name: 'backups', path: '/backups' },
  {
    name: 'backup-new',
    path: '/backups',
    prepare: async (page, say) => {
      await press('Create backup')(page, say);
      await page.getByRole('combobox', { name: say('Server or database') }).click();
      await page.getByRole('listbox').waitFor();
    },
  },
  { name: 'backup-verify', path: '/backups?search=web1', prepare: chooseInRow('web1', 'Test restore') },
  {
    name: 'backup-copy',
    path: '/backups?search=web1',
    prepare: chooseInRow('web1', 'Restore to a new server'),
  },
  { name: 'monitoring', path: '/monitoring' },
  { name: 'checks', path: '/monitoring/checks' },
  {
    name: 'check',
    path: async (first) => `/monitoring/checks?check=${(await first('monitoring/checks')).id}`,
    prepare: async (page, say) => page.getByRole('dialog').getByText(say('Last checked')).waitFor(),
  },
  { name: 'check-new', path: '/monitoring/checks', prepare: press('Add check') },
  { name: 'rules', path: '/monitoring/rules' },
  { name: 'notifications', path: '/monitoring/notifications' },
  { name: 'tickets', path: '/tickets' },
  { name: 'ticket', path: async (first) => `/tickets/${(await first('tickets?search=move')).id}` },
  { name: 'ticket-new', path: '/tickets', prepare: press('New ticket') },
  { name: 'billing', path: '/billing' },
  {
    name: 'invoice',
    path: async (first) => `/billing?invoice=${(await first('billing/invoices?status=overdue')).id}`,
    prepare: async (page, say) => {
      await page
        .getByRole('button', { name: say('Why this amount') })
        .first()
        .click();
    },
  },
  {
    name: 'plan-change',
    path: '/billing',
    prepare: async (page, say) => {
      await openPlanChange(page, 'Cloud S (staging.demo.example)', say);
      await page.getByRole('combobox', { name: say('New plan') }).click();
      await page.getByRole('option', { name: /^Cloud M,/ }).click();
      await page.getByRole('region', { name: say('Preview') }).waitFor();
    },
  },
  { name: 'billing-payment', path: '/billing/payment' },
  {
    name: 'payment-page',
    path: '/billing/payment',
    prepare: async (page, say) => {
      await page.getByRole('button', { name: say('Add payment method'), exact: true }).click();
      await page.getByRole('button', { name: 'Save the card' }).waitFor();
    },
  },
  { name: 'billing-profile', path: '/billing/profile' },
  { name: 'order-plan', path: '/order/Cloud%20S' },
  {
    name: 'order-server',
    path: '/order/Cloud%20S?step=server',
    prepare: async (page, say) => {
      await page.getByLabel(say('Host name'), { exact: true }).fill('web9.demo.example');
      await page.getByLabel(say('User data')).fill('#cloud-config\npackages:\n  - nginx\n');
      const tags = page.getByRole('combobox', { name: say('Tags') });
      await tags.fill('production');
      await tags.press('Enter');
    },
  },
  {
    name: 'order-payment',
    path: '/order/Cloud%20S?step=server',
    prepare: async (page, say) => {
      await page.getByLabel(say('Host name'), { exact: true }).fill('web9.demo.example');
      await page.getByRole('button', { name: say('Continue'), exact: true }).click();
      await page.getByText(say('Pay with'), { exact: true }).waitFor();
    },
  },
  {
    name: 'order-placed',
    path: async (first) => `/order/placed/${(await first('subscriptions?status=pending')).id}`,
  },
  {
    name: 'order-ready',
    path: async (first) => `/order/placed/${(await first('subscriptions?status=active&search=web1')).id}`,
  },
  { name: 'keys', path: '/developers/keys' },
  { name: 'key-new', path: '/developers/keys', prepare: press('Create API key') },
  { name: 'webhooks', path: '/developers/webhooks' },
  { name: 'webhook', path: async (first) => `/developers/webhooks/${(await first('webhooks')).id}` },
  { name: 'events', path: '/developers/events' },
  { name: 'requests', path: '/developers/requests' },
  { name: 'device', path: '/device' },
  { name: 'device-request', path: async (_first, start) => `/device?code=${await start()}` },
  { name: 'people', path: '/account/people' },
  { name: 'security', path: '/account/security' },
  { name: 'account-ssh-keys', path: '/account/ssh-keys' },
  { name: 'audit', path: '/account/audit' },
  { name: 'account-notifications', path: '/account/notifications' },
  { name: 'preferences', path: '/account/preferences' },
];

/** Returns the URL of a page on this server. */
export async function findAddress(page: PanelPage, url: string, key: string): Promise<string> {
  if (typeof page.path === 'string') return `${url}${page.path}`;
  const first: Api = async (list) => {
    const response = await fetch(`${url}/api/v1/${list}`, { headers: { 'X-API-Key': key } });
    const { data } = (await response.json()) as { data: { id: number }[] };
    if (!data[0]) throw new Error(`There is nothing in ${list}.`);
    return data[0];
  };
  return `${url}${await page.path(first, () => startProgram(url))}`;
}

async function startProgram(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/device`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      challenge: randomBytes(32).toString('base64url'),
      program: 'hostctl 0.3.0',
      machine: 'laptop',
    }),
  });
  const { data } = (await response.json()) as { data: { user_code: string } };
  return data.user_code;
}
