/** Prefixes that differ from the country code. */
const PREFIXES: Readonly<Record<string, string>> = { GR: 'EL' };

/** Normalises to the form of the registers: upper case, without spaces, dots and dashes. */
export function normaliseVatId(text: string): string {
  return text.replaceAll(/[\s.\-/]/g, '').toUpperCase();
}

export function vatPrefixOf(country: string): string {
  return PREFIXES[country] ?? country;
}

/** Checks the form only. The register decides whether the id exists. */
export function mayBeVatIdOf(country: string, vatId: string): boolean {
  return vatId.startsWith(vatPrefixOf(country)) && /^[A-Z]{2}[A-Z0-9+*]{2,12}$/.test(vatId);
}
