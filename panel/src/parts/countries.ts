import { iso31661Alpha2ToAlpha3 } from 'iso-3166';
import { locale } from '../locales/choice.ts';

/** The codes of ISO 3166, and that of Kosovo. The names come from the browser, in the viewer's language. */
const CODES = [...Object.keys(iso31661Alpha2ToAlpha3), 'XK'];

export interface Country {
  readonly value: string;
  readonly label: string;
}

const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });

export function nameCountry(code: string): string {
  return names.of(code) ?? code;
}

/** Returns the countries sorted by name. */
export function listCountries(): Country[] {
  return CODES.map((value) => ({ value, label: nameCountry(value) })).sort((a, b) =>
    a.label.localeCompare(b.label, locale),
  );
}

/** Guesses the country from the browser language, which saves most people the search. */
export function guessCountry(): string {
  const region = new Intl.Locale(navigator.language).region ?? '';
  return CODES.includes(region) ? region : '';
}
