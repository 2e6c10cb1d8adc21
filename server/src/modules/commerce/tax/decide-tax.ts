import { dayIn } from '#kernel/calendar.ts';
import { rateOn, type TaxCountry, type TaxRates } from './rates.ts';
import { texts } from './texts.ts';

export const TAX_CATEGORIES = ['standard', 'reverse_charge', 'outside_scope', 'small_business'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** The tax of an invoice and its reason. */
export interface TaxDecision {
  readonly category: TaxCategory;
  /** In hundredths of a percent: 1900 is 19 %. */
  readonly rate: number;
  /** The country whose tax applies. */
  readonly country: string;
  /** Sentence that the law requires on the invoice. Null if there is none. */
  readonly sentence: string | null;
}

interface Question {
  seller: { readonly country: string };
  /** The buyer's facts for tax. Without a country the seller's country applies. */
  customer: { readonly country: string | null; readonly vat_status: string };
  at: number;
  rates: TaxRates;
  settings: { readonly oss: boolean; readonly smallBusiness: boolean; readonly timeZone: string };
}

/** Decides the tax. A VAT id counts only after it was checked. */
export function decideTax({ seller, customer, at, rates, settings }: Question): TaxDecision {
  const home = rates.get(seller.country);
  const country = customer.country ?? seller.country;
  if (settings.smallBusiness) {
    const sentence = home?.smallBusiness ?? texts.smallBusiness.template;
    return { category: 'small_business', rate: 0, country: seller.country, sentence };
  }
  const day = dayIn(settings.timeZone, at);
  const standard = (code: string, known: TaxCountry | undefined): TaxDecision => ({
    category: 'standard',
    rate: known ? rateOn(known, day) : 0,
    country: code,
    sentence: null,
  });
  if (country === seller.country) return standard(country, home);
  const there = rates.get(country);
  if (!home?.eu || !there?.eu) return { category: 'outside_scope', rate: 0, country, sentence: texts.outside.template };
  if (customer.vat_status === 'valid')
    return { category: 'reverse_charge', rate: 0, country, sentence: texts.reverseCharge.template };
  return settings.oss ? standard(country, there) : standard(seller.country, home);
}
