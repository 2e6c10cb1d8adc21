import { t } from '@lingui/core/macro';
import type { BillingProfile } from './queries.ts';

export const VAT_STATUSES: Readonly<Record<BillingProfile['vat_status'], string>> = {
  none: '',
  pending: t`Checking. Tax is charged until the check is complete and corrected afterwards.`,
  valid: t`Valid.`,
  invalid: t`Not valid, so tax is charged. Check the number and enter it again.`,
  unavailable: t`Could not be checked yet. We try again and correct the tax afterwards.`,
};

export const texts = {
  title: t`Billing details`,
  text: t`Used on all future invoices. Existing invoices do not change.`,
  kind: t`You order as`,
  kinds: { consumer: t`A private person`, business: t`A company` },
  name: t`Name`,
  company: t`Company`,
  vat: t`VAT ID`,
  vatHint: t`Starts with the country code, like DE123456789.`,
  invoiceEmail: t`Send invoices to`,
  invoiceEmailHint: t`If empty, invoices are sent to the owners of the account.`,
  language: t`Language of mails and invoices`,
  languageHint: t`Invoices that were issued before keep their language.`,
  noLanguage: t`Default`,
  currency: t`Currency`,
  address: t`Address`,
  save: t`Save details`,
  needed: t`Fill in this field.`,
  noEmail: t`Enter an e-mail address, like billing@example.com.`,
  saved: t`Billing details saved.`,
  notSaved: t`The billing details were not saved`,
  missing: t`No billing details yet.`,
} as const;
