import type { Query } from '@hostler/database';
import { type Language, SOURCE_LANGUAGE } from '#kernel/texts/languages.ts';
import type { Seller } from '#settings/commerce.ts';
import { findProfiles, type Profile } from '../profiles/index.ts';
import { decideTax, type TaxRates } from '../tax/index.ts';
import type { InvoiceCustomer } from './schemas.ts';
import type { InvoiceRow } from './store.ts';

export interface Trade {
  readonly seller: Seller | undefined;
  readonly timeZone: string;
  /** For customers who have not chosen a language. */
  readonly language: Language;
  readonly tax: { readonly oss: boolean; readonly smallBusiness: boolean };
  readonly rates: TaxRates;
}

export type Snapshot = Pick<
  InvoiceRow,
  'seller' | 'customer' | 'customer_country' | 'tax_rate' | 'tax_category' | 'tax_country' | 'tax_sentence'
>;

/** Returns seller, customer and tax as they are now. Without a seller there is no tax. */
export function* takeSnapshot(accountId: number, trade: Trade, at: number): Query<Snapshot> {
  const snapshots = yield* takeSnapshots([accountId], trade, at);
  return snapshots.get(accountId) as Snapshot;
}

/** Returns the snapshots of several customers. */
export function* takeSnapshots(
  accountIds: readonly number[],
  trade: Trade,
  at: number,
): Query<ReadonlyMap<number, Snapshot>> {
  const profiles = yield* findProfiles(accountIds);
  return new Map([...profiles].map(([id, profile]) => [id, snapshotOf(profile, trade, at)]));
}

/** Returns the customer of a document and its language. Old documents have no state, and are English. */
export function readCustomer({ customer }: Pick<InvoiceRow, 'customer'>): {
  customer: InvoiceCustomer | null;
  language: Language;
} {
  if (customer === null) return { customer, language: SOURCE_LANGUAGE };
  const read = JSON.parse(customer) as Omit<InvoiceCustomer, 'state'> & { state?: string | null; language?: Language };
  const { language = SOURCE_LANGUAGE, state = null, ...rest } = read;
  return { customer: { ...rest, state }, language };
}

function snapshotOf(profile: Profile, trade: Trade, at: number): Snapshot {
  const { seller, rates, timeZone } = trade;
  const { kind, name, company, street, postal_code, city, state, country, vat_id, email } = profile;
  const customer: InvoiceCustomer = { kind, name, company, street, postal_code, city, state, country, vat_id, email };
  const tax = seller && decideTax({ seller, customer: profile, at, rates, settings: { ...trade.tax, timeZone } });
  const language = profile.language ?? trade.language;
  return {
    seller: seller ? JSON.stringify(seller) : null,
    customer: JSON.stringify(language === SOURCE_LANGUAGE ? customer : { ...customer, language }),
    customer_country: country,
    tax_rate: tax?.rate ?? 0,
    tax_category: tax?.category ?? null,
    tax_country: tax?.country ?? null,
    tax_sentence: tax?.sentence ?? null,
  };
}
