import { locale } from '../locales/choice.ts';

export interface State {
  readonly value: string;
  readonly label: string;
}

/** Returns the states of a country, sorted by name. Loaded on demand: the list of the world is large. */
export async function loadStates(country: string): Promise<State[]> {
  const { iso31662 } = await import('iso-3166/2.js');
  return iso31662
    .filter(({ parent }) => parent === country)
    .map(({ code, name }) => ({ value: code.slice(country.length + 1), label: name }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}
