import type { Config } from '#settings/config.ts';

/** Steps of the first run, in the order of the page. */
export const STEP_IDS = [
  'company',
  'tax',
  'series',
  'mail',
  'engines',
  'payments',
  'legal',
  'plan',
  'copies',
  'colleagues',
  'sign_up',
] as const;
export type StepId = (typeof STEP_IDS)[number];

/** Steps about law, money and engines. Public sign-up stays closed until each one is done. */
export const REQUIRED_IDS = ['company', 'tax', 'series', 'engines', 'payments', 'legal'] as const;
type RequiredId = (typeof REQUIRED_IDS)[number];

/** Facts of the database that required steps depend on. */
export interface RequiredFacts {
  /** A document was issued, or staff have chosen the first number. */
  readonly hasNumbers: boolean;
  readonly skipped: ReadonlySet<string>;
}

export interface SetupFacts extends RequiredFacts {
  readonly hasSentMail: boolean;
  readonly hasPlan: boolean;
  /** A copy of the database was made. */
  readonly hasCopy: boolean;
  readonly hasColleagues: boolean;
}

type Settings = Pick<Config, 'commerce' | 'engines' | 'smtpUrl'>;

const SELLER_FIELDS = [
  ['street', 'Street'],
  ['postal_code', 'Postal code'],
  ['city', 'City'],
  ['email', 'E-mail'],
] as const;
const LEGAL_LINKS = [
  ['imprint', 'Imprint'],
  ['terms', 'Terms'],
  ['privacy', 'Privacy'],
] as const;

export function isRequired(id: StepId): id is RequiredId {
  return (REQUIRED_IDS as readonly StepId[]).includes(id);
}

/** Returns why a step is missing; null if it is done. */
export function findMissing(id: StepId, settings: Settings, facts: SetupFacts): string | null {
  return isRequired(id) ? findMissingRequired(id, settings, facts) : OTHERS[id](settings, facts);
}

export function findMissingRequired(id: RequiredId, settings: Settings, facts: RequiredFacts): string | null {
  return REQUIRED[id](settings, facts);
}

const REQUIRED: Record<RequiredId, (settings: Settings, facts: RequiredFacts) => string | null> = {
  company({ commerce: { seller } }) {
    if (!seller) return 'Company name is missing. Without it, invoices have no tax and no seller.';
    return sayMissing(SELLER_FIELDS.filter(([field]) => !seller[field]).map(([, label]) => label));
  },
  tax({ commerce: { seller, tax } }) {
    if (seller?.vat_id) return null;
    if (tax.smallBusiness) return seller?.tax_number ? null : 'Tax number is missing. A small business must print it.';
    return 'VAT ID is missing. Enter it, or turn on Small business.';
  },
  // Skipping it is a decision, too: the numbers start at 1.
  series: (_settings, { hasNumbers, skipped }) =>
    hasNumbers || skipped.has('series') ? null : 'No document was issued yet. Choose the first numbers, or keep 1.',
  engines(settings) {
    const simulated = listSimulated(settings);
    return simulated.length === 0 ? null : `Simulated: ${simulated.join(', ')}.`;
  },
  payments({ commerce: { seller }, engines: { payment } }) {
    if (payment.drivers.includes('simulated')) return 'The simulated driver is on: anybody can pay without money.';
    if (payment.drivers.includes('transfer') && !seller?.iban)
      return 'IBAN is missing. Customers cannot transfer money.';
    return null;
  },
  legal({ commerce: { signUp } }) {
    const links = LEGAL_LINKS.filter(([name]) => !signUp.links[name]).map(([, label]) => label);
    return sayMissing([...links, ...(signUp.termsVersion ? [] : ['Version of the terms'])]);
  },
};

const OTHERS: Record<Exclude<StepId, RequiredId>, (settings: Settings, facts: SetupFacts) => string | null> = {
  mail({ smtpUrl }, { hasSentMail }) {
    if (smtpUrl === undefined) return 'Mail is written to files. Set HOSTLER_SMTP_URL to send it.';
    return hasSentMail ? null : 'No mail was sent yet. Send a test mail.';
  },
  plan: (_settings, { hasPlan }) => (hasPlan ? null : 'No public plan exists. Customers cannot order.'),
  copies: (_settings, { hasCopy }) => (hasCopy ? null : 'No copy was made by backup-data yet.'),
  colleagues: (_settings, { hasColleagues }) => (hasColleagues ? null : 'You are the only staff member.'),
  sign_up: ({ commerce: { signUp } }) =>
    signUp.mode === 'closed' ? 'Sign-up is set to closed. Customers join by invitation only.' : null,
};

/** Returns the engines without a real driver. */
function listSimulated({ engines }: Settings): string[] {
  const { incus, powerDns, postgresql, mariadb, mail } = engines;
  const drivers = { servers: incus, DNS: powerDns, PostgreSQL: postgresql, MariaDB: mariadb, mailboxes: mail };
  return Object.entries(drivers).flatMap(([name, driver]) => (driver ? [] : [name]));
}

function sayMissing(labels: readonly string[]): string | null {
  return labels.length === 0 ? null : `Missing: ${labels.join(', ')}.`;
}
