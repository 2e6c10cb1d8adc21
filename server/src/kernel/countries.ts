const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Regions with a name in ICU that no address is in. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));
let known: ReadonlySet<string> | undefined;

/** Returns the ISO 3166 codes in use, and the code of Kosovo. */
export function listCountries(): string[] {
  return [...knownCountries()];
}

export function isCountry(code: string): boolean {
  return knownCountries().has(code);
}

/** Computed on first use: the locale data of Node is large, and a start does not need it. */
function knownCountries(): ReadonlySet<string> {
  known ??= new Set(findCountries());
  return known;
}

function findCountries(): string[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return codes.filter((code) => names.of(code) !== undefined && !NO_COUNTRIES.has(code) && !isRetired(code));
}

/** Returns whether a code was replaced, as SU by RU. */
function isRetired(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region !== code;
}
