/** Languages that a person can choose, with their own names. `npm run check` requires their files to be complete. */
export const OFFERED = { en: 'English', de: 'Deutsch' } as const satisfies Record<string, string>;

/** Without a second language there is nothing to choose. */
export const hasSeveralLanguages: boolean = Object.keys(OFFERED).length > 1;

/** Languages with texts, also those that are not complete yet. */
export type Language = 'en' | 'de';

const KNOWN: readonly string[] = ['en', 'de'] satisfies Language[];

/** Returns the chosen language, or the first one of the browser that is offered, or English. */
export function pickLanguage(chosen: string | null, ofBrowser: readonly string[]): Language {
  if (chosen !== null && KNOWN.includes(chosen)) return chosen as Language;
  const first = ofBrowser.map(languageOf).find((language) => Object.hasOwn(OFFERED, language));
  return (first ?? 'en') as Language;
}

/** Returns the locale of the browser in a language, such as `de-AT`, so that dates and numbers follow the region. */
export function pickLocale(language: Language, ofBrowser: readonly string[]): string {
  return ofBrowser.find((tag) => languageOf(tag) === language) ?? language;
}

function languageOf(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? '';
}
