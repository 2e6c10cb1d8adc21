import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decideTax } from './decide-tax.ts';
import { overrideTaxRates, readTaxRates } from './rates.ts';

const rates = readTaxRates(readFileSync(new URL('../../../../tax-rates.yaml', import.meta.url), 'utf8'));
const AT = Date.parse('2026-11-15T12:00:00Z');

interface Case {
  seller?: string;
  country?: string | null;
  vat_status?: string;
  at?: number;
  oss?: boolean;
  smallBusiness?: boolean;
  timeZone?: string;
}

function decide({ seller = 'DE', country = 'DE', vat_status = 'none', at = AT, ...settings }: Case) {
  const { oss = false, smallBusiness = false, timeZone = 'UTC' } = settings;
  const customer = { country, vat_status };
  const {
    category,
    rate,
    country: whose,
  } = decideTax({
    ...{ seller: { country: seller }, customer, at, rates },
    settings: { oss, smallBusiness, timeZone },
  });
  return [category, rate, whose];
}

describe('the tax of an invoice', () => {
  it('has the rate of the seller in the same country, whatever the VAT id', () => {
    for (const vat_status of ['none', 'pending', 'valid', 'invalid', 'unavailable']) {
      for (const oss of [true, false]) expect(decide({ vat_status, oss })).toEqual(['standard', 1900, 'DE']);
    }
  });

  it('has the rate of the seller if the country of the customer is unknown', () => {
    expect(decide({ country: null })).toEqual(['standard', 1900, 'DE']);
  });

  it('is a reverse charge in another EU country if the VAT id is valid', () => {
    for (const oss of [true, false]) {
      expect(decide({ country: 'FR', vat_status: 'valid', oss })).toEqual(['reverse_charge', 0, 'FR']);
    }
  });

  it('has the rate of the seller, or with OSS of the country, in another EU country without a valid VAT id', () => {
    for (const vat_status of ['none', 'pending', 'invalid', 'unavailable']) {
      expect(decide({ country: 'FR', vat_status })).toEqual(['standard', 1900, 'DE']);
      expect(decide({ country: 'FR', vat_status, oss: true })).toEqual(['standard', 2000, 'FR']);
    }
    expect(decide({ country: 'FI', oss: true })).toEqual(['standard', 2550, 'FI']);
  });

  it('is zero if the seller or the customer is outside the EU, except within one country', () => {
    for (const country of ['CH', 'US', 'GB', 'XX']) {
      expect(decide({ country, vat_status: 'valid', oss: true })).toEqual(['outside_scope', 0, country]);
    }
    expect(decide({ seller: 'CH', country: 'DE', vat_status: 'valid' })).toEqual(['outside_scope', 0, 'DE']);
    expect(decide({ seller: 'CH', country: 'CH' })).toEqual(['standard', 810, 'CH']);
  });

  it('is zero for a small business, wherever the customer is', () => {
    for (const country of ['DE', 'FR', 'US', null]) {
      expect(decide({ country, smallBusiness: true, oss: true })).toEqual(['small_business', 0, 'DE']);
    }
  });

  it('is explained by a sentence if it is zero', () => {
    const settings = { oss: false, smallBusiness: false, timeZone: 'UTC' };
    const sentence = (country: string, vat_status: string, smallBusiness = false, seller = 'DE') =>
      decideTax({
        ...{ seller: { country: seller }, customer: { country, vat_status }, at: AT, rates },
        settings: { ...settings, smallBusiness },
      }).sentence;
    expect(sentence('DE', 'none')).toBeNull();
    expect(sentence('FR', 'valid')).toContain('Reverse charge');
    expect(sentence('US', 'none')).toContain('No VAT');
    expect(sentence('DE', 'none', true)).toContain('§ 19 UStG');
    expect(sentence('AT', 'none', true, 'AT')).toContain('small businesses');
  });

  it('changes on the day a new rate begins, in the time zone of the seller', () => {
    const before = Date.parse('2020-12-31T22:59:59Z');
    expect(decide({ at: before, timeZone: 'Europe/Berlin' })[1]).toBe(1600);
    expect(decide({ at: before + 1000, timeZone: 'Europe/Berlin' })[1]).toBe(1900);
    expect(decide({ at: before + 1000 })[1]).toBe(1600);
    expect(decide({ at: Date.parse('2020-06-30T12:00:00Z') })[1]).toBe(1900);
    expect(decide({ at: 0 })[1]).toBe(1900);
  });
});

describe('the tax rates file', () => {
  it('has the standard rate of every EU member', () => {
    const members = [...rates].filter(([, { eu }]) => eu);
    expect(members).toHaveLength(27);
    for (const [, country] of members) expect(country.rates[0]?.rate).toBeGreaterThanOrEqual(1500);
  });

  it('can be overridden country by country', () => {
    const own = readTaxRates('countries: { DE: { eu: true, rates: [{ valid_from: 2026-01-01, rate: 20.5 }] } }');
    const both = overrideTaxRates(rates, own);
    expect(both.get('DE')?.rates).toEqual([{ validFrom: '2026-01-01', rate: 2050 }]);
    expect(both.get('FR')).toEqual(rates.get('FR'));
  });

  it('is refused with the reason if it is invalid', () => {
    const refusals: [string, string][] = [
      ['', 'has no `countries`'],
      ['countries: []', 'has no `countries`'],
      ['countries: { Germany: {} }', 'it takes codes like DE'],
      ['countries: { DE: { rates: [] } }', 'has no rates for DE'],
      ['countries: { DE: { eu: 1, rates: [{ valid_from: 2026-01-01, rate: 19 }] } }', 'about eu of DE'],
      ['countries: { DE: { rates: [{ valid_from: now, rate: 19 }] } }', 'without a valid_from'],
      ['countries: { DE: { rates: [{ valid_from: 2026-01-01, rate: 119 }] } }', 'not a percentage'],
      ['countries: { DE: { rates: [{ valid_from: 2026-01-01, rate: "19" }] } }', 'not a percentage'],
    ];
    for (const [text, message] of refusals) expect(() => readTaxRates(text)).toThrow(message);
  });
});
