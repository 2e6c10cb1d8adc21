import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Rates of a country by date, in hundredths of a percent. */
export interface TaxCountry {
  readonly eu: boolean;
  /** Newest first. */
  readonly rates: readonly { readonly validFrom: string; readonly rate: number }[];
  /** Sentence that a small business there prints on its invoices. */
  readonly smallBusiness: string | undefined;
}

/** By ISO 3166 code. */
export type TaxRates = Pick<ReadonlyMap<string, TaxCountry>, 'get'>;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Reads a file of rates. Throws a sentence that says what is wrong. */
export function readTaxRates(text: string): ReadonlyMap<string, TaxCountry> {
  // Loaded on demand, because most starts do not need it.
  const { parse }: typeof import('yaml') = require('yaml');
  const file = parse(text, { schema: 'core', maxAliasCount: 0 }) as { countries?: unknown } | null;
  if (!isRecord(file) || !isRecord(file.countries)) throw new Error('has no `countries`.');
  return new Map(Object.entries(file.countries).map(([code, country]) => [code, readCountry(code, country)]));
}

/** Countries of the second argument replace those of the first. */
export function overrideTaxRates(usual: TaxRates, own: TaxRates): TaxRates {
  return { get: (country) => own.get(country) ?? usual.get(country) };
}

/** In hundredths of a percent. Dates before the first entry use the first rate. */
export function rateOn(country: TaxCountry, day: string): number {
  const found = country.rates.find(({ validFrom }) => validFrom <= day) ?? country.rates.at(-1);
  return found?.rate ?? 0;
}

function readCountry(code: string, country: unknown): TaxCountry {
  if (!/^[A-Z]{2}$/.test(code)) throw new Error(`names a country ${JSON.stringify(code)}; it takes codes like DE.`);
  if (!isRecord(country) || !Array.isArray(country.rates) || country.rates.length === 0) {
    throw new Error(`has no rates for ${code}.`);
  }
  const { eu = false, small_business: sentence } = country;
  if (typeof eu !== 'boolean') throw new Error(`says neither true nor false about eu of ${code}.`);
  if (sentence !== undefined && typeof sentence !== 'string') throw new Error(`has no sentence for ${code}.`);
  const rates = country.rates.map((entry) => readRate(code, entry));
  return { eu, rates: rates.sort((a, b) => (a.validFrom < b.validFrom ? 1 : -1)), smallBusiness: sentence };
}

function readRate(code: string, entry: unknown): { validFrom: string; rate: number } {
  const { valid_from: validFrom, rate: percent } = isRecord(entry) ? entry : {};
  if (typeof validFrom !== 'string' || !DAY.test(validFrom) || Number.isNaN(Date.parse(validFrom))) {
    throw new Error(`has a rate of ${code} without a valid_from like 2026-01-01.`);
  }
  const rate = typeof percent === 'number' ? Math.round(percent * 100) : Number.NaN;
  if (!(rate >= 0 && rate < 10_000)) throw new Error(`has a rate of ${code} that is not a percentage.`);
  return { validFrom, rate };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
