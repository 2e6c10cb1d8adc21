import type { Query } from '@hostler/database';
import type { ErrorDetail } from '#kernel/errors.ts';
import type { Language } from '#kernel/texts/languages.ts';
import { setLanguage } from '../../identity/accounts/index.ts';
import type { CustomerKind } from './schemas.ts';
import type { ProfileService } from './service.ts';

/** Customer data of a sign-up. */
export interface NewCustomer {
  readonly name: string;
  readonly kind: CustomerKind;
  readonly company?: string | undefined;
  /** Asked for at the first order if absent. */
  readonly address?:
    | {
        readonly street: string;
        readonly postal_code: string;
        readonly city: string;
        readonly state?: string | null | undefined;
        readonly country: string;
      }
    | undefined;
  readonly vat_id?: string | undefined;
  /** Language of the sign-up, for mails and invoices. */
  readonly language?: Language | undefined;
}

export interface NewCustomers {
  /** Returns the errors, by the same rules as for profiles. */
  check(customer: NewCustomer): ErrorDetail[];
  /** Creates the profile of a new account. A VAT id counts only after it was checked. */
  begin(accountId: number, customer: NewCustomer, now: number): Query<void>;
}

export function createNewCustomers(profiles: ProfileService): NewCustomers {
  return {
    check(customer) {
      // A missing state is reported too.
      const inAddress = (field: string) => field === 'state' || Object.hasOwn(customer.address ?? {}, field);
      return profiles
        .checkEntered(profileOf(customer))
        .map((detail) => (inAddress(detail.field) ? { ...detail, field: `address.${detail.field}` } : detail));
    },
    *begin(accountId, { language, ...customer }, now) {
      // Checked when it was entered: a stricter check since then must not break the link of the mail.
      yield* profiles.create(accountId, profileOf(customer), now);
      if (language) yield* setLanguage(accountId, language);
    },
  };
}

function profileOf({ address, company, vat_id, language: _, ...said }: NewCustomer) {
  return { ...said, ...address, ...(company ? { company } : {}), ...(vat_id?.trim() ? { vat_id } : {}) };
}
