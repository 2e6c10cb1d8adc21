import type { CommerceSettings } from '#settings/commerce.ts';
import type { CheckedEngine } from './health.ts';

/** Fields required by law on an invoice, or to be paid, by setting. */
const NEEDED = { street: 'STREET', postal_code: 'POSTAL_CODE', city: 'CITY', email: 'EMAIL', iban: 'IBAN' } as const;

/** Reports to `doctor` what is missing before selling. */
export function checkSeller({ seller, tax }: Pick<CommerceSettings, 'seller' | 'tax'>): CheckedEngine {
  return {
    name: 'seller',
    async check() {
      const fine = { reachable: true, version: null };
      if (!seller) {
        const detail = 'No seller is configured: invoices have no tax';
        return { ...fine, detail, advice: 'Set HOSTLER_SELLER_NAME before you sell' };
      }
      const missing = (Object.keys(NEEDED) as (keyof typeof NEEDED)[])
        .filter((field) => seller[field] === null)
        .map((field) => `HOSTLER_SELLER_${NEEDED[field]}`);
      if (seller.vat_id === null && (seller.tax_number === null || !tax.smallBusiness)) {
        missing.push(tax.smallBusiness ? 'HOSTLER_SELLER_TAX_NUMBER' : 'HOSTLER_SELLER_VAT_ID');
      }
      const advice = missing.length > 0 ? `Before you sell, set ${missing.join(', ')}` : null;
      return { ...fine, detail: `${seller.name}, ${seller.country}`, advice };
    },
  };
}
