export { decideTax, TAX_CATEGORIES, type TaxCategory } from './decide-tax.ts';
export { overrideTaxRates, readTaxRates, type TaxRates } from './rates.ts';
export { sayTaxNote } from './say-note.ts';
