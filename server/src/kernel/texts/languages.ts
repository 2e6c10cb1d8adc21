import { LANGUAGES as ALL, type Language } from '../../../../locales/languages.ts';

export type { Language };

/** Languages that an account can have. English is in the sources; each other language is a file of `locales/`. */
export const LANGUAGES: readonly Language[] = (Object.keys(ALL) as Language[]).filter((code) => ALL[code].isOffered);

/** Language of the sources, and of everything that was written before accounts had a language. */
export const SOURCE_LANGUAGE: Language = 'en';
