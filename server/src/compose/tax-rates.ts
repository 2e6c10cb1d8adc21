import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '#kernel/package-folder.ts';
import { overrideTaxRates, readTaxRates, type TaxRates } from '#modules/commerce/tax/index.ts';
import type { CommerceSettings } from '#settings/commerce.ts';
import { ConfigError } from '#settings/readers.ts';

/** Returns the rates of the package, overridden by the operator's own. Throws if the seller's country has no rate. */
export function loadTaxRates(commerce: CommerceSettings): TaxRates {
  const { ownRates } = commerce.tax;
  const rates = ownRates === undefined ? usualRates() : overrideTaxRates(usualRates(), readOwn(ownRates));
  checkTaxRate(rates, commerce);
  return rates;
}

/** Throws if the seller's country has no rate. */
export function checkTaxRate(rates: TaxRates, { tax, seller }: CommerceSettings): void {
  if (seller === undefined || tax.smallBusiness || rates.get(seller.country)) return;
  throw new ConfigError(
    `HOSTLER_SELLER_COUNTRY is ${JSON.stringify(seller.country)}, which has no tax rate. Add one in HOSTLER_TAX_RATES.`,
  );
}

/** Reads the file on first use. */
function usualRates(): TaxRates {
  let rates: TaxRates | undefined;
  return {
    get(country) {
      rates ??= readTaxRates(readFileSync(join(PACKAGE_FOLDER, 'tax-rates.yaml'), 'utf8'));
      return rates.get(country);
    },
  };
}

function readOwn(text: string): TaxRates {
  try {
    return readTaxRates(text);
  } catch (error) {
    throw new ConfigError(`HOSTLER_TAX_RATES: the file ${(error as Error).message}`);
  }
}
