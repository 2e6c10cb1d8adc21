export const GROUPS = ['company', 'tax', 'billing', 'sign_up', 'legal', 'brand', 'mail', 'server'] as const;
type Group = (typeof GROUPS)[number];

/** A setting that owners may change while the program runs. */
export interface Setting {
  /** Name in the API and on the command line, in lower case. */
  readonly name: string;
  readonly variable: string;
  readonly group: Group;
  /** For people, in forms. */
  readonly label: string;
  readonly description: string;
  readonly type: 'text' | 'integer' | 'choice' | 'url' | 'color';
  readonly choices?: readonly string[];
  /** Text that is read if nothing sets it. Null if there is none, or if it depends on other settings. */
  readonly default: string | null;
}

type Given = readonly [variable: string, label: string, description: string, more?: Partial<Setting>];

const number = (fallback: number): Partial<Setting> => ({ type: 'integer', default: String(fallback) });
const onOff: Partial<Setting> = { type: 'choice', choices: ['on', 'off'], default: 'off' };
const url: Partial<Setting> = { type: 'url' };

/** The readers in `settings/` know the valid values; `settings.unit.test.ts` compares the defaults. */
const CHANGEABLE: Readonly<Record<Exclude<Group, 'server'>, readonly Given[]>> = {
  company: [
    ['SELLER_NAME', 'Company name', 'Name of the seller on invoices. Without it, invoices have no tax and no seller.'],
    ['SELLER_STREET', 'Street', 'Street and house number of the seller.'],
    ['SELLER_POSTAL_CODE', 'Postal code', 'Postal code of the seller.'],
    ['SELLER_CITY', 'City', 'City of the seller.'],
    [
      'SELLER_COUNTRY',
      'Country',
      'Country of the seller, two letters. It determines the tax and must have a tax rate.',
      { default: 'DE' },
    ],
    ['SELLER_VAT_ID', 'VAT ID', 'VAT ID of the seller, printed on invoices.'],
    ['SELLER_TAX_NUMBER', 'Tax number', 'Tax number of the seller, printed on invoices.'],
    ['SELLER_EMAIL', 'E-mail', 'E-mail address on invoices. Notifications about money go to it.'],
    ['SELLER_IBAN', 'IBAN', 'Bank account for transfers.'],
    ['SELLER_BIC', 'BIC', 'BIC of the bank account.'],
    [
      'SELLER_TIME_ZONE',
      'Time zone',
      'Time zone of days, months and years in the books, like Europe/Berlin.',
      { default: 'UTC' },
    ],
  ],
  tax: [
    ['TAX_SMALL_BUSINESS', 'Small business', 'on: no tax is charged, and invoices contain the legal note.', onOff],
    ['TAX_OSS', 'One-stop shop', 'on: consumers in other EU countries pay the tax of their country.', onOff],
  ],
  billing: [
    ['RENEW_DAYS_BEFORE', 'Invoice before renewal', 'A period is invoiced this many days before it begins.', number(7)],
    ['GRACE_DAYS', 'Grace period', 'Days after the due day until an unpaid service is suspended.', number(14)],
    ['SUSPEND_MIN_AMOUNT', 'Suspend from', 'Minimum debt for a suspension, in cents.', number(1)],
    ['TERMINATE_DAYS', 'Terminate after', 'Days from suspension to deletion, at least 30. 0 is never.', number(0)],
    [
      'INVOICE_WHILE_SUSPENDED',
      'Invoice while suspended',
      'on: new periods of suspended services are invoiced.',
      onOff,
    ],
    ['BILLING_MAX_GAP_DAYS', 'Largest billing gap', 'A longer gap since the last run stops billing.', number(3)],
    ['PRICE_NOTICE_DAYS', 'Price notice', 'Days between the mail of a price change and the new price.', number(30)],
    ['HOURLY_CREDIT_DAYS', 'Credit for hourly plans', 'Days of hourly usage that credit must cover.', number(7)],
    [
      'USAGE_LIMIT',
      'Usage limits',
      'Hourly usage that a saved payment method covers, in cents before and after the first payment: EUR:5000:20000.',
    ],
    [
      'CANCEL_UNDELIVERED_HOURS',
      'Cancel undelivered orders',
      'Hours after payment until an order is cancelled if its server does not run.',
      number(72),
    ],
  ],
  sign_up: [
    [
      'SIGNUP',
      'Sign-up',
      'open: people can sign up. review: staff approve each account. closed: by invitation only.',
      { type: 'choice', choices: ['open', 'review', 'closed'], default: null },
    ],
    [
      'ORDER_REVIEW',
      'Order review',
      'Orders that wait for staff. new: of accounts without a paid invoice. flagged: with a reason to look closer.',
      { type: 'choice', choices: ['all', 'new', 'flagged', 'none'], default: 'none' },
    ],
    ['ORDER_REVIEW_AMOUNT', 'Flag amounts above', 'In cents. Larger orders are flagged.', number(50_000)],
    ['ORDER_REVIEW_PER_DAY', 'Flag orders per day', 'More orders from one address or card are flagged.', number(3)],
    ['ORDER_REVIEW_DOMAINS', 'Flag e-mail domains', 'Further disposable e-mail domains, separated by commas.'],
    ['TERMS_VERSION', 'Version of the terms', 'Version that people accept at sign-up, such as 2026-11.'],
  ],
  legal: [
    ['LINK_IMPRINT', 'Imprint', 'URL of the imprint. Linked in the footer of public pages.', url],
    ['LINK_TERMS', 'Terms', 'URL of the terms. Linked in the footer of public pages and at sign-up.', url],
    ['LINK_PRIVACY', 'Privacy', 'URL of the privacy policy. Linked in the footer of public pages.', url],
    ['LINK_ABUSE', 'Abuse', 'URL for abuse reports. Linked in the footer of public pages.', url],
  ],
  brand: [
    [
      'PRODUCT_NAME',
      'Product name',
      'Name in the panel, mails, documents, the API reference and authenticator apps.',
      { default: 'Hostler' },
    ],
    [
      'SUPPORT_ADDRESS',
      'Support address',
      'E-mail address or web page where customers get help: in mails, on public pages and at tickets.',
    ],
    [
      'ACCENT_COLOR',
      'Accent colour',
      'Colour of buttons and links, like #1a6b54. White text on it must be readable.',
      { type: 'color' },
    ],
    [
      'FOOTER_LINKS',
      'Footer links',
      'At most 6 links below pages and mails, separated by commas: Status https://status.example.com, Help https://help.example.com.',
    ],
  ],
  mail: [
    [
      'MAIL_FROM',
      'Sender',
      'Sender of mail: Example Hosting <no-reply@example.com>. Default: the product name, at the host of the panel.',
    ],
  ],
};

export const SETTINGS: readonly Setting[] = Object.entries(CHANGEABLE).flatMap(([group, settings]) =>
  settings.map(([variable, label, description, more]) => ({
    name: variable.toLowerCase(),
    variable: `HOSTLER_${variable}`,
    group: group as Group,
    label,
    description,
    type: 'text' as const,
    default: null,
    ...more,
  })),
);

/** Variables of the server itself. Only whether they are set is shown, because many are secret. */
export const SERVER_VARIABLES: readonly string[] = [
  'HOSTLER_PUBLIC_URL',
  'HOSTLER_DATABASE_URL',
  'HOSTLER_VALKEY_URL',
  'HOSTLER_SECRET_KEY',
  'HOSTLER_SMTP_URL',
  'HOSTLER_METRICS_TOKEN',
  'HOSTLER_VPS_ENGINE',
  'HOSTLER_INCUS_URL',
  'HOSTLER_DNS_ENGINE',
  'HOSTLER_POWERDNS_URL',
  'HOSTLER_POWERDNS_KEY',
  'HOSTLER_MAIL_ENGINE',
  'HOSTLER_POSTGRES_ADMIN_URL',
  'HOSTLER_MARIADB_ADMIN_URL',
  'HOSTLER_PAYMENT_DRIVERS',
  'HOSTLER_STRIPE_SECRET_KEY',
  'HOSTLER_STRIPE_WEBHOOK_SECRET',
  'HOSTLER_TAX_RATES',
  'HOSTLER_VAT_CHECK',
];
