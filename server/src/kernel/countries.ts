const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Regions that have a name and nobody's address. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));
let known: ReadonlySet<string> | undefined;

/** Codes of ISO 3166 that are in use, and Kosovo's. */
export function listCountries(): string[] {
  return [...knownCountries()];
}

export function isCountry(code: string): boolean {
  return knownCountries().has(code);
}

/** Found when somebody first asks: what Node knows of the languages of the world is large, and a start needs none of it. */
function knownCountries(): ReadonlySet<string> {
  known ??= new Set(findCountries());
  return known;
}

function findCountries(): string[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return codes.filter((code) => names.of(code) !== undefined && !NO_COUNTRIES.has(code) && !isRetired(code));
}

/** SU is RU now. */
function isRetired(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region !== code;
}
