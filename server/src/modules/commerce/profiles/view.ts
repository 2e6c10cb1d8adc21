import { formatOptionalTime } from '#kernel/time.ts';
import type { BillingProfile } from './schemas.ts';
import type { Profile } from './service.ts';

export function viewProfile(profile: Profile): BillingProfile {
  const { kind, name, company, street, postal_code, city, state, country, vat_id, vat_status } = profile;
  const { currency, trusted, invoice_email, language } = profile;
  const vat_checked_at = formatOptionalTime(profile.vat_checked_at);
  const address = { kind, name, company, street, postal_code, city, state, country };
  return { ...address, vat_id, vat_status, vat_checked_at, currency, trusted, invoice_email, language };
}

/** The view for staff. */
export function viewProfileForStaff(profile: Profile) {
  const { account_id, hold_until, vat_answer, vat_ask_at } = profile;
  return {
    account_id,
    ...viewProfile(profile),
    hold_until: formatOptionalTime(hold_until),
    vat_answer: vat_answer === null ? null : (JSON.parse(vat_answer) as object),
    vat_ask_at: formatOptionalTime(vat_ask_at),
  };
}
