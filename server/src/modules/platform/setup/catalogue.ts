import type { StepId } from './steps.ts';

/** Texts of a step, and the settings that its form offers. */
interface StepText {
  readonly title: string;
  readonly description: string;
  /** Names of stored settings. */
  readonly settings?: readonly string[];
  /** Environment variables of the server, if only those can do it. */
  readonly variables?: readonly string[];
}

export const STEPS: Readonly<Record<StepId, StepText>> = {
  company: {
    title: 'Company data',
    description: 'The seller on invoices and credit notes.',
    settings: [
      'seller_name',
      'seller_street',
      'seller_postal_code',
      'seller_city',
      'seller_country',
      'seller_email',
      'seller_time_zone',
    ],
  },
  tax: {
    title: 'Tax scheme',
    description: 'It applies to new invoices. Issued invoices do not change.',
    settings: ['seller_vat_id', 'seller_tax_number', 'tax_small_business', 'tax_oss'],
  },
  series: {
    title: 'Document numbers',
    description: 'Numbers of invoices and credit notes run without gaps within a year.',
  },
  mail: {
    title: 'Mail',
    description: 'Invoices, invitations and alerts are sent by mail.',
    settings: ['mail_from'],
    variables: ['HOSTLER_SMTP_URL'],
  },
  engines: {
    title: 'Engines',
    description: 'Servers, DNS, databases and mailboxes of customers. A simulated engine creates nothing real.',
    variables: [
      'HOSTLER_VPS_ENGINE',
      'HOSTLER_INCUS_URL',
      'HOSTLER_DNS_ENGINE',
      'HOSTLER_POWERDNS_URL',
      'HOSTLER_POWERDNS_KEY',
      'HOSTLER_POSTGRES_ADMIN_URL',
      'HOSTLER_MARIADB_ADMIN_URL',
      'HOSTLER_MAIL_ENGINE',
    ],
  },
  payments: {
    title: 'Payment methods',
    description: 'Bank transfer needs your IBAN. Cards need Stripe.',
    settings: ['seller_iban', 'seller_bic'],
    variables: ['HOSTLER_PAYMENT_DRIVERS', 'HOSTLER_STRIPE_SECRET_KEY', 'HOSTLER_STRIPE_WEBHOOK_SECRET'],
  },
  legal: {
    title: 'Legal links',
    description: 'Links in the footer of public pages, and the terms that customers accept.',
    settings: ['link_imprint', 'link_terms', 'link_privacy', 'link_abuse', 'terms_version'],
  },
  plan: { title: 'First plan', description: 'Customers order plans. A plan has a size and a price.' },
  copies: {
    title: 'Data copies',
    description:
      'The Debian package copies the data every night. Keep the copies on another machine too, and the secret key in a third place.',
  },
  colleagues: { title: 'Colleagues', description: 'Each staff member has their own login with roles.' },
  sign_up: {
    title: 'Sign-up and orders',
    description: 'Who can become a customer, and which orders wait for staff.',
    settings: ['signup', 'order_review'],
  },
};

/** Values that the first run proposes instead of the defaults. */
export const PROPOSED: readonly { name: string; value: string }[] = [{ name: 'order_review', value: 'flagged' }];
