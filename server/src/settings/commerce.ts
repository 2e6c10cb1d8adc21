import { readMailAddress } from '#kernel/mail/address.ts';
import { LANGUAGES, type Language, SOURCE_LANGUAGE } from '#kernel/texts/languages.ts';
import { ConfigError, type Settings } from './readers.ts';
import { readTimeZone } from './time-zone.ts';
import { readUsageLimits, type UsageLimits } from './usage.ts';

/** The seller and its rules. */
export interface CommerceSettings {
  /** If undefined, invoices have no tax and no seller name. */
  readonly seller: Seller | undefined;
  /** Time zone of the seller for accounting days, months and years. */
  readonly timeZone: string;
  /** Language of mails and documents for accounts that have not chosen one. */
  readonly language: Language;
  readonly tax: TaxSettings;
  readonly dunning: DunningSettings;
  readonly hourly: HourlySettings;
  /** Minimum days between the mail of a price change and the first period with the new price. */
  readonly priceNoticeDays: number;
  /** Hours after payment until an order is cancelled if its server does not run. */
  readonly cancelUndeliveredHours: number;
  readonly signUp: SignUpSettings;
  readonly review: ReviewSettings;
}

export interface Seller {
  readonly name: string;
  readonly street: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string;
  readonly vat_id: string | null;
  readonly tax_number: string | null;
  readonly email: string | null;
  readonly iban: string | null;
  readonly bic: string | null;
}

export interface TaxSettings {
  /** Consumers in other EU countries pay the tax of their country. */
  readonly oss: boolean;
  readonly smallBusiness: boolean;
  /** Content of the operator's own file of rates. */
  readonly ownRates: string | undefined;
  readonly vatCheck: 'staff' | 'vies';
  /** URL of the VIES service. */
  readonly viesUrl: string;
}

export interface DunningSettings {
  readonly renewDaysBefore: number;
  readonly graceDays: number;
  /** Minimum debt for a suspension, in minor units. */
  readonly suspendMinAmount: number;
  readonly invoiceWhileSuspended: boolean;
  /** Days after the suspension; 0 means never. */
  readonly terminateDays: number;
  /** A longer gap since the last billing run stops billing. */
  readonly maxGapDays: number;
}

export interface HourlySettings {
  /** Without a saved payment method: how many days of hourly usage the credit must cover. */
  readonly creditDays: number;
  readonly usageLimits: UsageLimits;
}

/** Decides which orders wait for staff, and why. */
export interface ReviewSettings {
  /** `new`: accounts without a paid invoice. `flagged`: orders with a flag. */
  readonly mode: 'all' | 'new' | 'flagged' | 'none';
  /** Orders above this amount in minor units are flagged. 0 is never. */
  readonly amount: number;
  /** More orders than this from one IP address or card within 24 hours are flagged. */
  readonly perDay: number;
  /** Disposable e-mail domains besides the built-in ones. */
  readonly domains: readonly string[];
}

export interface SignUpSettings {
  readonly mode: 'open' | 'review' | 'closed';
  readonly termsVersion: string | undefined;
  readonly links: Readonly<Record<'imprint' | 'terms' | 'privacy' | 'abuse', string | undefined>>;
}

interface Surroundings {
  readonly demo: boolean;
  readonly ownRates: string | undefined;
}

export function readCommerce(settings: Settings, { demo, ownRates }: Surroundings): CommerceSettings {
  return {
    seller: readSeller(settings),
    timeZone: readTimeZone(settings),
    language: settings.choice('HOSTLER_LANGUAGE', LANGUAGES, SOURCE_LANGUAGE),
    tax: {
      oss: isOn(settings, 'HOSTLER_TAX_OSS'),
      smallBusiness: isOn(settings, 'HOSTLER_TAX_SMALL_BUSINESS'),
      ownRates,
      vatCheck: settings.choice('HOSTLER_VAT_CHECK', ['staff', 'vies'], 'staff'),
      viesUrl:
        settings.url('HOSTLER_VIES_URL', ['http', 'https']) ?? 'https://ec.europa.eu/taxation_customs/vies/rest-api',
    },
    priceNoticeDays: settings.integer('HOSTLER_PRICE_NOTICE_DAYS', 30, 30, 365),
    dunning: {
      renewDaysBefore: settings.integer('HOSTLER_RENEW_DAYS_BEFORE', 7, 0, 27),
      graceDays: settings.integer('HOSTLER_GRACE_DAYS', 14, 3, 365),
      suspendMinAmount: settings.integer('HOSTLER_SUSPEND_MIN_AMOUNT', 1, 0, 999_999_999),
      invoiceWhileSuspended: isOn(settings, 'HOSTLER_INVOICE_WHILE_SUSPENDED'),
      terminateDays: readTerminateDays(settings),
      maxGapDays: settings.integer('HOSTLER_BILLING_MAX_GAP_DAYS', 3, 1, 45),
    },
    hourly: {
      creditDays: settings.integer('HOSTLER_HOURLY_CREDIT_DAYS', 7, 1, 31),
      usageLimits: readUsageLimits(settings),
    },
    cancelUndeliveredHours: settings.integer('HOSTLER_CANCEL_UNDELIVERED_HOURS', 72, 1, 720),
    review: {
      mode: settings.choice('HOSTLER_ORDER_REVIEW', ['all', 'new', 'flagged', 'none'], 'none'),
      amount: settings.integer('HOSTLER_ORDER_REVIEW_AMOUNT', 50_000, 0, 999_999_999),
      perDay: settings.integer('HOSTLER_ORDER_REVIEW_PER_DAY', 3, 1, 1_000),
      domains: settings.list('HOSTLER_ORDER_REVIEW_DOMAINS').map((domain) => domain.toLowerCase()),
    },
    signUp: {
      mode: settings.choice('HOSTLER_SIGNUP', ['open', 'review', 'closed'], demo ? 'open' : 'closed'),
      termsVersion: settings.text('HOSTLER_TERMS_VERSION'),
      links: {
        imprint: settings.url('HOSTLER_LINK_IMPRINT', ['https', 'http']),
        terms: settings.url('HOSTLER_LINK_TERMS', ['https', 'http']),
        privacy: settings.url('HOSTLER_LINK_PRIVACY', ['https', 'http']),
        abuse: settings.url('HOSTLER_LINK_ABUSE', ['https', 'http']),
      },
    },
  };
}

function isOn(settings: Settings, name: string): boolean {
  return settings.choice(name, ['on', 'off'], 'off') === 'on';
}

function readSeller(settings: Settings): Seller | undefined {
  const name = settings.text('HOSTLER_SELLER_NAME');
  if (name === undefined) return undefined;
  const country = (settings.text('HOSTLER_SELLER_COUNTRY') ?? 'DE').toUpperCase();
  if (!/^[A-Z]{2}$/.test(country))
    throw new ConfigError('HOSTLER_SELLER_COUNTRY must be a code of two letters, like DE.');
  const email = settings.text('HOSTLER_SELLER_EMAIL');
  if (email !== undefined && readMailAddress(email) === undefined) {
    throw new ConfigError(`HOSTLER_SELLER_EMAIL is ${JSON.stringify(email)}; it must be an e-mail address.`);
  }
  return {
    name,
    street: settings.text('HOSTLER_SELLER_STREET') ?? null,
    postal_code: settings.text('HOSTLER_SELLER_POSTAL_CODE') ?? null,
    city: settings.text('HOSTLER_SELLER_CITY') ?? null,
    country,
    vat_id: compact(settings.text('HOSTLER_SELLER_VAT_ID')),
    tax_number: settings.text('HOSTLER_SELLER_TAX_NUMBER') ?? null,
    email: email ?? null,
    iban: readIban(settings),
    bic: compact(settings.text('HOSTLER_SELLER_BIC')),
  };
}

function compact(text: string | undefined): string | null {
  return text?.replaceAll(/\s/g, '').toUpperCase() ?? null;
}

/** Checks the check digits: a wrong IBAN would be printed on every invoice. */
function readIban(settings: Settings): string | null {
  const iban = compact(settings.text('HOSTLER_SELLER_IBAN'));
  if (iban === null) return null;
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) && BigInt(digits) % 97n === 1n) return iban;
  throw new ConfigError('HOSTLER_SELLER_IBAN is not an IBAN; a digit may be wrong.');
}

function readTerminateDays(settings: Settings): number {
  const days = settings.integer('HOSTLER_TERMINATE_DAYS', 0, 0, 3_650);
  if (days === 0 || days >= 30) return days;
  throw new ConfigError(`HOSTLER_TERMINATE_DAYS is ${days}; it must be 0 for never, or at least 30.`);
}
