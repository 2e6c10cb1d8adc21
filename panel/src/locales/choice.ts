import { type Language, pickLanguage, pickLocale } from './languages.ts';

/** Name under which the browser stores the choice. */
export const STORED_AS = 'hostler.language';

const ofBrowser = typeof navigator === 'undefined' ? [] : (navigator.languages ?? []);

/** Language of all texts. It stays the same until the page is loaded again. */
export const language: Language = pickLanguage(readChoice(), ofBrowser);

/** Locale of dates, numbers, amounts and names of countries. */
export const locale: string = pickLocale(language, ofBrowser);

function readChoice(): string | null {
  try {
    return localStorage.getItem(STORED_AS);
  } catch {
    return null;
  }
}

/** Returns a label as a word inside of a sentence. German writes nouns with a capital everywhere. */
export function inside(label: string): string {
  return language === 'en' ? label.toLowerCase() : label;
}
