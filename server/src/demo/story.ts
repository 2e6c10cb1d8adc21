// The people of the demo and what they own. company.ts creates it, and activity.ts adds what takes longer.
import type { Scope } from '#kernel/scopes.ts';
import type { StaffRole } from '#kernel/staff-roles.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import type { Past } from './load.ts';

const SMALL = { vcpus: 1, memory_mb: 1024, disk_gb: 20 };
const MEDIUM = { vcpus: 2, memory_mb: 4096, disk_gb: 80 };
const LARGE = { vcpus: 4, memory_mb: 8192, disk_gb: 160 };
/** Public plans: tax included, with a choice of images. */
const OFFERED = { tax_included: true, images: ['ubuntu/24.04', 'alpine/3.22'] };

/** Monthly, yearly with two months free, and hourly with the monthly price as the cap. */
function rhythms(month: number, hour: number) {
  return [
    { period: 'monthly', currency: 'EUR', price: month },
    { period: 'yearly', currency: 'EUR', price: month * 10 },
    { period: 'hourly', currency: 'EUR', price: hour, monthly_cap: month },
  ] as const;
}

export const PLANS = [
  { name: 'Cloud S', prices: rhythms(900, 2), ...SMALL, ...OFFERED },
  { name: 'Cloud M', prices: rhythms(1900, 3), ...MEDIUM, ...OFFERED },
  { name: 'Cloud L', prices: rhythms(4900, 8), ...LARGE, ...OFFERED },
] as const;

export interface Trouble {
  readonly metric: 'cpu' | 'memory' | 'disk';
  /** A custom rule. If absent, the default rule of every server is used. */
  readonly rule?: { readonly threshold: number; readonly minutes: number };
  readonly value?: number;
  readonly from: number;
  readonly to?: number;
}

export interface Sale {
  readonly plan: (typeof PLANS)[number]['name'];
  readonly hostname: string;
  /** Time since the sale. */
  readonly ago: number;
  /** Status of its invoice, which is due after 14 days. Hourly plans have none yet. */
  readonly invoice: 'paid' | 'due' | 'overdue';
  /** Without it, the plan is billed monthly. */
  readonly period?: 'yearly' | 'hourly';
  /** Ordered by the customer and not paid yet, so nothing is created. */
  readonly ordered?: true;
  /** Action on the server after it was created. `suspend`: by dunning, because its invoice is overdue. */
  readonly fate?: 'stop' | 'suspend' | 'terminate';
  readonly cancelled?: true;
  /** Alerts of its rules, as times before now. Without `to` an alert is still firing. */
  readonly alerts?: readonly Trouble[];
  /** Set if the server has readings from before the demo began. */
  readonly past?: Past;
}

export interface Talk {
  readonly by: 'customer' | 'staff';
  /** Time since the ticket was opened. */
  readonly after: number;
  readonly text: string;
}

export interface Conversation {
  readonly subject: string;
  readonly priority: 'low' | 'normal' | 'high' | 'urgent';
  readonly department: string;
  readonly ago: number;
  readonly talk: readonly Talk[];
  readonly closed?: true;
}

export interface Somebody {
  readonly name: string;
  readonly email: string;
}

export interface Story {
  readonly name: string;
  /** Billing address. */
  readonly address: {
    readonly street: string;
    readonly postal_code: string;
    readonly city: string;
    readonly country: string;
  };
  /** A saved card of the simulated provider. */
  readonly card?: { readonly reference: 'sim_ok'; readonly label: string };
  /** Credit balance. */
  readonly credit?: number;
  readonly owner: Somebody;
  readonly member?: Somebody & { readonly scopes: readonly Scope[] };
  readonly sales: readonly Sale[];
  readonly domains: readonly {
    readonly domain: string;
    readonly server: string;
    readonly records: readonly { name: string; type: string; content: string; ttl?: number }[];
    /** `name` is the local part of the address. */
    readonly mailboxes?: readonly {
      name: string;
      aliases?: readonly string[];
      forward_to?: string;
      quota_mb?: number;
    }[];
  }[];
  readonly databases: readonly { readonly name: string; readonly engine: 'postgresql' | 'mariadb' }[];
  readonly tickets: readonly Conversation[];
  /** Backups of databases and servers, as times before now. The newest of all may fail. */
  readonly backups: readonly {
    readonly of: { readonly database: string } | { readonly server: string };
    readonly name?: string;
    readonly ago: readonly number[];
    readonly fails?: true;
  }[];
  readonly schedules: readonly {
    readonly of: { readonly database: string } | { readonly server: string };
    readonly frequency: 'daily' | 'weekly';
    readonly keep: number;
  }[];
  /** Applications and their servers, at most one per server. */
  readonly applications: readonly {
    readonly server: string;
    readonly slug: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  }[];
  /** Uptime checks of a page of this server or a port, with outages as times before now. */
  readonly checks: readonly {
    readonly name: string;
    readonly at: { readonly path: string } | { readonly port: number };
    readonly ms: number;
    readonly down?: readonly { readonly from: number; readonly to: number; readonly error: string }[];
  }[];
}

/** `nightOf()` of this time ago is over, whatever the time is. */
export const LAST_NIGHT = 5 * HOUR;

/** A port that nothing listens on. */
export const DEAD_PORT = 4999;
const REFUSED = 'The connection could not be made.';

const MAIL_AND_WEB = [
  { name: 'www', type: 'CNAME', content: '@' },
  { name: '@', type: 'MX', content: '10 mail' },
  { name: 'mail', type: 'A', content: '203.0.113.25' },
  { name: '@', type: 'TXT', content: '"v=spf1 mx -all"' },
  { name: '@', type: 'CAA', content: '0 issue "letsencrypt.org"' },
];

export const STUDIO: Story = {
  name: 'Larkspur Studio',
  address: { street: 'Lindenallee 4', postal_code: '10119', city: 'Berlin', country: 'DE' },
  card: { reference: 'sim_ok', label: 'Simulated card •••• 4242' },
  owner: { name: 'Mara Lindqvist', email: 'mara@larkspur.example' },
  member: {
    name: 'Jonas Weber',
    email: 'jonas@larkspur.example',
    scopes: ['hosting.read', 'hosting.write', 'tickets.read', 'tickets.write', 'domains.read', 'backups.read'],
  },
  // The last sale is the first in a list.
  sales: [
    { plan: 'Cloud S', hostname: 'runner.demo.example', ago: 4 * DAY, invoice: 'due', period: 'hourly', past: {} },
    { plan: 'Cloud M', hostname: 'cache1.demo.example', ago: 2 * HOUR, invoice: 'due', ordered: true },
    { plan: 'Cloud S', hostname: 'legacy.demo.example', ago: 20 * DAY, invoice: 'paid', fate: 'terminate' },
    { plan: 'Cloud S', hostname: 'wiki.demo.example', ago: 11 * DAY, invoice: 'due', cancelled: true, past: {} },
    {
      plan: 'Cloud S',
      hostname: 'build1.demo.example',
      // Due after 14 days, and suspended 14 days later. It has no load since then.
      ago: 29 * DAY,
      invoice: 'overdue',
      fate: 'suspend',
      past: { ranFor: 28 * DAY },
    },
    {
      plan: 'Cloud S',
      hostname: 'staging.demo.example',
      ago: 9 * DAY,
      invoice: 'due',
      fate: 'stop',
      past: {},
    },
    {
      plan: 'Cloud M',
      hostname: 'web2.demo.example',
      ago: 20 * DAY,
      invoice: 'paid',
      past: { unwatched: [5 * DAY + 9 * HOUR, 5 * DAY + 3 * HOUR] },
    },
    {
      plan: 'Cloud L',
      period: 'yearly',
      hostname: 'db1.demo.example',
      ago: 62 * DAY,
      invoice: 'paid',
      past: {},
      // Alerts long before memory for its caches runs out.
      alerts: [{ metric: 'memory', rule: { threshold: 25, minutes: 60 }, value: 41.7, from: 2 * HOUR + 20 * MINUTE }],
    },
    {
      plan: 'Cloud L',
      hostname: 'shop.demo.example',
      // Monthly plans are younger than three weeks: a renewal is invoiced a week before the end of a month.
      ago: 20 * DAY,
      invoice: 'paid',
      past: {},
    },
    {
      plan: 'Cloud M',
      period: 'yearly',
      hostname: 'web1.demo.example',
      ago: 70 * DAY,
      invoice: 'paid',
      past: { down: [3 * DAY + 5 * HOUR, 3 * DAY + 4 * HOUR + 13 * MINUTE] },
    },
  ],
  domains: [
    { domain: 'larkspur.example', server: 'web1.demo.example', records: MAIL_AND_WEB },
    {
      domain: 'larkspur-shop.example',
      server: 'shop.demo.example',
      records: [
        ...MAIL_AND_WEB,
        { name: 'img', type: 'CNAME', content: '@', ttl: 300 },
        { name: '_dmarc', type: 'TXT', content: '"v=DMARC1; p=reject; rua=mailto:postmaster@larkspur.example"' },
      ],
    },
    {
      domain: 'festival-of-small-things.example',
      server: 'web2.demo.example',
      records: [],
      mailboxes: [
        { name: 'hello', aliases: ['info', 'press', '*'], quota_mb: 5_120 },
        { name: 'tickets', quota_mb: 2_048 },
        { name: 'volunteers', forward_to: 'volunteers@larkspur.example' },
      ],
    },
  ],
  databases: [
    { name: 'shop', engine: 'postgresql' },
    { name: 'newsletter', engine: 'mariadb' },
    { name: 'analytics', engine: 'postgresql' },
  ],
  schedules: [
    { of: { database: 'shop' }, frequency: 'daily', keep: 7 },
    { of: { server: 'web1.demo.example' }, frequency: 'weekly', keep: 4 },
  ],
  applications: [
    { server: 'web1.demo.example', slug: 'nginx', parameters: {} },
    { server: 'db1.demo.example', slug: 'postgresql', parameters: { database: 'reports', user: 'reports' } },
    {
      server: 'shop.demo.example',
      slug: 'wordpress',
      parameters: { title: 'Our shop', email: 'shop@demo.example' },
    },
  ],
  checks: [
    {
      name: 'Chat of the office',
      at: { port: DEAD_PORT },
      ms: 3,
      down: [{ from: 47 * MINUTE, to: 0, error: REFUSED }],
    },
    { name: 'API', at: { path: '/healthz' }, ms: 18 },
    {
      name: 'Documentation',
      at: { path: '/docs' },
      ms: 96,
      down: [
        { from: 15 * HOUR + 20 * MINUTE, to: 14 * HOUR + 45 * MINUTE, error: 'The answer has the status 502.' },
        { from: 6 * HOUR + 10 * MINUTE, to: 6 * HOUR, error: 'There was no answer in time.' },
      ],
    },
    { name: 'Shop', at: { path: '/' }, ms: 142 },
  ],
  backups: [
    { of: { database: 'shop' }, ago: [LAST_NIGHT + 3 * DAY, LAST_NIGHT + 2 * DAY, LAST_NIGHT + DAY, LAST_NIGHT] },
    { of: { server: 'web1.demo.example' }, ago: [LAST_NIGHT + 8 * DAY, LAST_NIGHT + DAY] },
    { of: { database: 'newsletter' }, name: 'Before the new templates', ago: [6 * DAY] },
    { of: { database: 'analytics' }, ago: [10 * HOUR], fails: true },
  ],
  tickets: [
    {
      subject: 'Reverse DNS for web1',
      priority: 'normal',
      department: 'general',
      ago: 41 * DAY,
      closed: true,
      talk: [
        {
          by: 'customer',
          after: 0,
          text: 'Hello,\n\nour mail from web1 is refused by some providers because its address has no name. Could you set the reverse entry to web1.demo.example?',
        },
        {
          by: 'staff',
          after: 35 * MINUTE,
          text: 'Hello Mara,\n\nit is set; resolvers may need up to an hour until they see it. Tell us if anything is still refused.',
        },
        { by: 'customer', after: 3 * HOUR, text: 'Works. Thank you for the quick answer.' },
      ],
    },
    {
      subject: 'Move of two domains to you',
      priority: 'low',
      department: 'general',
      ago: 6 * DAY,
      talk: [
        {
          by: 'customer',
          after: 0,
          text: 'We want to bring two more domains. Does the mail of the old provider go on while the name servers change?',
        },
        {
          by: 'staff',
          after: 2 * HOUR,
          text: 'Yes, if the MX records here are the same before you change the name servers:\n\n1. add the domain and copy its records,\n2. change the name servers at the registrar,\n3. move the mail when you like.',
        },
        {
          by: 'customer',
          after: 5 * DAY,
          text: 'The first one is done, see [the festival](https://festival-of-small-things.example). For the second we have **140 records** like these:\n\n```\nshop     3600 IN A     198.51.100.8\nwww.shop 3600 IN CNAME shop\n```\n\nCan we send them in one go?',
        },
      ],
    },
    {
      subject: 'Backup of analytics failed',
      priority: 'normal',
      department: 'general',
      // After the night of the backup.
      ago: 5 * HOUR,
      talk: [
        {
          by: 'customer',
          after: 0,
          text: 'Last night the backup of the database analytics failed. What do we have to do?',
        },
        {
          by: 'staff',
          after: HOUR,
          text: 'Your limit for stored backups was reached at that moment; we have raised it. Start it again whenever you like, nothing else is needed.',
        },
      ],
    },
    {
      subject: 'Checkout is slow',
      priority: 'high',
      department: 'general',
      ago: 50 * MINUTE,
      talk: [
        {
          by: 'customer',
          after: 0,
          text: 'For about an hour, the pages of the shop have taken four seconds, but the charts of shop.demo.example look as usual. Is there anything on your side?',
        },
      ],
    },
  ],
};

export const MAKER: Story = {
  name: 'Kestrel Robotics',
  address: { street: 'Karlova 12', postal_code: '110 00', city: 'Praha', country: 'CZ' },
  credit: 4500,
  owner: { name: 'Tomas Novak', email: 'tomas@kestrel.example' },
  sales: [
    {
      plan: 'Cloud L',
      period: 'yearly',
      hostname: 'api1.kestrel.example',
      ago: 48 * DAY,
      invoice: 'paid',
      past: {},
    },
    {
      plan: 'Cloud M',
      hostname: 'telemetry.kestrel.example',
      ago: 13 * DAY,
      invoice: 'due',
      past: {},
    },
  ],
  domains: [{ domain: 'kestrel-robotics.example', server: 'api1.kestrel.example', records: MAIL_AND_WEB }],
  databases: [{ name: 'telemetry', engine: 'postgresql' }],
  schedules: [{ of: { database: 'telemetry' }, frequency: 'daily', keep: 7 }],
  applications: [{ server: 'api1.kestrel.example', slug: 'gitea', parameters: { email: 'git@kestrel.example' } }],
  checks: [{ name: 'Telemetry', at: { path: '/healthz' }, ms: 31 }],
  backups: [{ of: { database: 'telemetry' }, ago: [LAST_NIGHT + DAY, LAST_NIGHT] }],
  tickets: [
    {
      subject: 'Is IPv6 included?',
      priority: 'low',
      department: 'general',
      ago: 12 * DAY,
      talk: [
        { by: 'customer', after: 0, text: 'Do our servers have IPv6 addresses, and do they cost extra?' },
        {
          by: 'staff',
          after: 40 * MINUTE,
          text: 'Every server has one, without a charge. You see it at the top of the server’s page.',
        },
      ],
    },
  ],
};

export const STORIES = [STUDIO, MAKER] as const;

/** Staff of each role. The owner is last, so that the printed list ends with the person who may do everything. */
export const STAFF: readonly (Somebody & { readonly role: StaffRole })[] = [
  { name: 'Sam Okafor', email: 'sam@hostler.example', role: 'support' },
  { name: 'Bea Lindqvist', email: 'bea@hostler.example', role: 'billing' },
  { name: 'Timo Marchetti', email: 'timo@hostler.example', role: 'technician' },
  { name: 'Olga Brandt', email: 'olga@hostler.example', role: 'owner' },
];

/**
 * Returns a time some hours earlier, always the same for the same name. Otherwise everything would happen at the minute
 * of the first start.
 */
export function scatter(name: string, at: number): number {
  const sum = [...name].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 100_003, 7);
  return at - (sum % 540) * MINUTE - (sum % 57) * SECOND;
}

/** Returns the time of that day's backup at night. */
export function nightOf(at: number): number {
  return Math.floor(at / DAY) * DAY + 3 * HOUR + 7 * MINUTE;
}
