import { locale } from '../locales/choice.ts';

/** Countries whose addresses are written with the code of a state or province. The server has the same list. */
export const STATE_COUNTRIES: readonly string[] = ['US', 'CA', 'AU'];

export interface State {
  readonly value: string;
  readonly label: string;
}

interface Place {
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly country: string | null;
}

export function hasStates(country: string): boolean {
  return STATE_COUNTRIES.includes(country);
}

/** Returns the states of a country, sorted by name. Loaded on demand: the list of the world is large. */
export async function loadStates(country: string): Promise<State[]> {
  const { iso31662 } = await import('iso-3166/2.js');
  return iso31662
    .filter(({ parent }) => parent === country)
    .map(({ code, name }) => ({ value: code.slice(country.length + 1), label: name }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

/** Writes `75002 Paris`, `San Francisco, CA 94105` or `Sydney NSW 2000`, as on invoices. */
export function writeCity({ postal_code, city, state, country }: Place): string {
  if (!state) return [postal_code, city].filter(Boolean).join(' ');
  const comma = country === 'US' && city ? ',' : '';
  return [`${city ?? ''}${comma}`, state, postal_code].filter(Boolean).join(' ');
}
