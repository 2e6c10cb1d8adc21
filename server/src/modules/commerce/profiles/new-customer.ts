import type { Query } from '@hostler/database';
import type { ErrorDetail } from '#kernel/errors.ts';
import type { Language } from '#kernel/texts/languages.ts';
import type { CustomerKind } from './schemas.ts';
import type { ProfileService } from './service.ts';

/** Customer data of a sign-up. */
export interface NewCustomer {
  readonly name: string;
  readonly kind: CustomerKind;
  readonly company?: string | undefined;
  /** Asked for at the first order if absent. */
  readonly address?:
    | { readonly street: string; readonly postal_code: string; readonly city: string; readonly country: string }
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
      const inAddress = (field: string) => Object.hasOwn(customer.address ?? {}, field);
      return profiles
        .check(profileOf({ ...customer, language: undefined }))
        .map((detail) => (inAddress(detail.field) ? { ...detail, field: `address.${detail.field}` } : detail));
    },
    *begin(accountId, customer, now) {
      yield* profiles.update(accountId, profileOf(customer), now);
    },
  };
}

function profileOf({ address, company, vat_id, ...said }: NewCustomer) {
  return { ...said, ...address, ...(company ? { company } : {}), ...(vat_id?.trim() ? { vat_id } : {}) };
}
