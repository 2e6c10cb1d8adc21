import { language, locale } from './choice.ts';
import { createSayer, type ErrorTexts, type Said } from './error-texts.ts';
import { translateReturned } from './returned.ts';

let sayer: ReturnType<typeof createSayer> | null = null;

/**
 * Loads the translations of errors once. Call it when a request has failed: most visits need none. English needs none
 * at all. If they cannot be loaded, errors stay English.
 */
export async function loadErrors(): Promise<void> {
  if (language === 'en' || sayer) return;
  try {
    const { messages } = (await import(`../../../locales/${language}.po?errors`)) as { messages: ErrorTexts };
    sayer = createSayer(messages, locale, translateReturned);
  } catch {
    // The next failure tries again.
  }
}

/** Returns the message of an error and its fields in the language of the reader. */
export function translateError<D extends Said>(
  error: Said,
  details: readonly D[],
): { message: string; details: readonly D[] } {
  return sayer?.translate(error, details) ?? { message: error.message, details };
}
