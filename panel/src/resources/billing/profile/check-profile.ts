import { hasStates } from '../../../../../packages/addresses/src/address.ts';
import { texts } from './texts.ts';

interface Checked {
  readonly kind: string;
  readonly country: string;
}

const needed = (value: string) => (value.trim() === '' ? texts.needed : null);

/** Checks of the billing details, run when a field is left. The API checks the rest, such as the VAT ID. */
export const PROFILE_CHECKS = {
  name: needed,
  company: (value: string, { kind }: Checked) => (kind === 'business' ? needed(value) : null),
  street: needed,
  postal_code: needed,
  city: needed,
  state: (value: string, { country }: Checked) => (hasStates(country) ? needed(value) : null),
  country: needed,
  invoice_email: (value: string) => (value.trim() === '' || /^\S+@\S+$/.test(value.trim()) ? null : texts.noEmail),
};
