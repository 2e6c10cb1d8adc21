import type { BillingProfile } from './queries.ts';

export const VAT_STATUSES: Readonly<Record<BillingProfile['vat_status'], string>> = {
  none: '',
  pending: 'Checking. Tax is charged until the check is complete and corrected afterwards.',
  valid: 'Valid.',
  invalid: 'Not valid, so tax is charged. Check the number and enter it again.',
  unavailable: 'Could not be checked yet. We try again and correct the tax afterwards.',
};

export const texts = {
  title: 'Billing details',
  text: 'Used on all future invoices. Existing invoices do not change.',
  kind: 'You order as',
  kinds: { consumer: 'A private person', business: 'A company' },
  name: 'Name',
  company: 'Company',
  vat: 'VAT ID',
  vatHint: 'Starts with the country code, like DE123456789.',
  invoiceEmail: 'Send invoices to',
  invoiceEmailHint: 'If empty, invoices are sent to the owners of the account.',
  currency: 'Currency',
  address: 'Address',
  save: 'Save details',
  needed: 'Fill in this field.',
  noEmail: 'Enter an e-mail address, like billing@example.com.',
  saved: 'Billing details saved.',
  notSaved: 'The billing details were not saved',
  missing: 'No billing details yet.',
} as const;
