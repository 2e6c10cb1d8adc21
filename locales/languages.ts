/**
 * Languages of the product, by their own names. English is written in the source; every other language is the file
 * `<code>.po` of this folder. `npm run check` requires the file of an offered language to be complete. Browsers can try
 * the others.
 */
export const LANGUAGES = {
  en: { name: 'English', isOffered: true },
  de: { name: 'Deutsch', isOffered: true },
} as const satisfies Record<string, { readonly name: string; readonly isOffered: boolean }>;

export type Language = keyof typeof LANGUAGES;
