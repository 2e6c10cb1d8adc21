import { LANGUAGES, type Language } from '../../../locales/languages.ts';

export type { Language };

/** Languages that a person can choose, with their own names. */
export const OFFERED: readonly (readonly [Language, name: string])[] = Object.entries(LANGUAGES)
  .filter(([, { isOffered }]) => isOffered)
  .map(([language, { name }]) => [language as Language, name]);

/** Returns the own name of a language. */
export const nameLanguage = (language: Language): string => LANGUAGES[language].name;

/** Without a second language there is nothing to choose. */
export const hasSeveralLanguages: boolean = OFFERED.length > 1;

/** Returns the chosen language, or the first one of the browser that is offered, or English. */
export function pickLanguage(chosen: string | null, ofBrowser: readonly string[]): Language {
  if (chosen !== null && Object.hasOwn(LANGUAGES, chosen)) return chosen as Language;
  const first = ofBrowser.map(languageOf).find((language) => OFFERED.some(([offered]) => offered === language));
  return (first ?? 'en') as Language;
}

/** Returns the locale of the browser in a language, such as `de-AT`, so that dates and numbers follow the region. */
export function pickLocale(language: Language, ofBrowser: readonly string[]): string {
  return ofBrowser.find((tag) => languageOf(tag) === language) ?? language;
}

function languageOf(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? '';
}
