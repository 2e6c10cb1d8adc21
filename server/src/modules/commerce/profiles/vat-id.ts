/** What a VAT id begins with, where that is not the country's code. */
const PREFIXES: Readonly<Record<string, string>> = { GR: 'EL' };

/** As registers write it: without spaces, dots and dashes, in capitals. */
export function normaliseVatId(text: string): string {
  return text.replaceAll(/[\s.\-/]/g, '').toUpperCase();
}

export function vatPrefixOf(country: string): string {
  return PREFIXES[country] ?? country;
}

/** Whether it may be one of a country of the EU; which of them are real is for the register to say. */
export function mayBeVatIdOf(country: string, vatId: string): boolean {
  return vatId.startsWith(vatPrefixOf(country)) && /^[A-Z]{2}[A-Z0-9+*]{2,12}$/.test(vatId);
}
