import { OPERATOR_PREFIX } from '#kernel/command-route.ts';
import type { Authenticator, StaffCaller } from '#kernel/http/caller.ts';
import type { Route } from '#kernel/http/route.ts';
import type { Surface } from '#kernel/http/surface.ts';
import type { Config } from '#settings/config.ts';
import { refuseForeign } from './panel-surface.ts';

/** Descriptions of the first path segments. */
const TAGS = {
  me: 'The current credentials.',
  today: 'Numbers of today.',
  accounts: 'Customer accounts: limits, tax details, credit and suspensions.',
  people: 'People who can sign in.',
  keys: 'API keys of customers.',
  staff: 'Staff members and their roles.',
  'operator-keys': 'Keys for this API.',
  audit: 'Audit log.',
  search: 'Search over all records.',
  hosting: 'VPS servers.',
  nodes: 'Nodes of the engine for servers.',
  traffic: 'Traffic of servers.',
  snapshots: 'Snapshots of servers.',
  firewalls: 'Firewalls of customers.',
  addresses: 'IP addresses and who used them.',
  applications: 'Applications on servers.',
  backups: 'Backups and the backup storage.',
  databases: 'Databases.',
  domains: 'Domains.',
  emails: 'Mailboxes and mail domains.',
  monitoring: 'Alert rules, alerts and uptime checks.',
  tickets: 'Support tickets.',
  'canned-replies': 'Texts that staff insert into replies to tickets.',
  catalog: 'Images that servers are created from.',
  plans: 'Plans, prices and price changes.',
  coupons: 'Coupons.',
  subscriptions: 'Subscriptions.',
  orders: 'Orders and sign-ups that staff review.',
  blocks: 'E-mail addresses, cards and IP addresses that cannot sign up or order.',
  imports: 'Imports of customers, subscriptions and balances of another system.',
  cancellations: 'Cancellations and withdrawals from the public pages.',
  invoices: 'Invoices and credit notes.',
  charges: 'Charges that are not invoiced yet.',
  payments: 'Payments, refunds and bank statement lines.',
  billing: 'Billing runs, explanations and reports.',
  events: 'Events of all accounts.',
  stream: 'Change notifications for the console.',
  webhooks: 'Webhooks of customers.',
  actions: 'Work of engines for all accounts.',
  mails: 'Mail to customers and staff.',
  jobs: 'Queue of background work.',
  failures: 'Failures, and how to retry them.',
  settings: 'Settings that owners change while the program runs.',
  brand: 'Logo and favicon.',
  setup: 'Steps of the first run.',
  engines: 'Health of the database, the engines and mail.',
};

interface Parts {
  authenticator: Authenticator<StaffCaller>;
  routes: readonly Route<StaffCaller>[];
  /** A request with an operator key does not use the cookie, so it may come from anywhere. */
  hasKey(headers: Parameters<NonNullable<Surface['guard']>>[0]['headers']): boolean;
  config: Pick<Config, 'publicUrl' | 'host' | 'brand'>;
}

/** Defines the operator API for staff and the programs of the hosting company. */
export function makeOperatorSurface({ authenticator, routes, hasKey, config }: Parts): Surface<StaffCaller> {
  return {
    name: 'operator',
    prefix: OPERATOR_PREFIX,
    authenticator,
    routes,
    document: {
      path: '/openapi-operator.json',
      get title() {
        return `${config.brand.productName} operator API`;
      },
      description:
        'API for the staff of the hosting company and its programs. It covers the commands of the command line. Send an operator key in the header `X-API-Key`, or use the session of a staff member with a second factor. Writes with a session require the header `X-Hostler-Panel: 1` and the `Origin` of the panel. Every route names the roles that may call it.',
      tags: TAGS,
    },
    limits: { failures: 100, bodyBytes: 1024 * 1024 },
    guard: (request) => {
      if (!hasKey(request.headers)) refuseForeign(request, config);
    },
  };
}
