import type { BillingProfile } from './queries.ts';

export const VAT_STATUSES: Readonly<Record<BillingProfile['vat_status'], string>> = {
  none: '',
  pending: 'Being checked. Until then tax is charged; what was too much is corrected.',
  valid: 'Checked and valid.',
  invalid: 'Not valid. Check what you typed; until then tax is charged.',
  unavailable: 'Could not be checked yet. It is asked again, and what was too much is corrected.',
};

export const texts = {
  title: 'Billing details',
  text: 'They stand on every invoice that is issued from now on. Invoices that exist stay as they are.',
  kind: 'You order as',
  kinds: { consumer: 'A private person', business: 'A company' },
  name: 'Name',
  company: 'Company',
  vat: 'VAT id',
  vatHint: 'With the country in front: DE123456789.',
  invoiceEmail: 'Invoices go to',
  invoiceEmailHint: 'The owners of the account when empty.',
  currency: 'Currency',
  address: 'Address',
  save: 'Save details',
  saved: 'Billing details are saved.',
  notSaved: 'Nothing was saved',
  missing: 'No details yet.',
} as const;
