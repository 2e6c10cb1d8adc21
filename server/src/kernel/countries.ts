const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Regions that have a name and nobody's address. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Codes of ISO 3166 that are in use, and Kosovo's. */
export const COUNTRIES: readonly string[] = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
  (code) => names.of(code) !== undefined && !NO_COUNTRIES.has(code) && !isRetired(code),
);
const known = new Set(COUNTRIES);

export function isCountry(code: string): boolean {
  return known.has(code);
}

/** SU is RU now. */
function isRetired(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region !== code;
}
