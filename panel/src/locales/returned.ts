import { language } from './choice.ts';
import { createTranslator, type ReturnedTexts, type Translate } from './returned-texts.ts';
import { findSentences } from './sentences.ts';

type Part = 'recipes' | 'sentences' | 'staff';
type Loading = Promise<{ readonly messages: ReturnedTexts }>;

const loaded = new Map<Part, ReturnedTexts>();
let translate: Translate = (text) => text;

/**
 * Loads the translations of texts that the API returns in English, once. English needs none. If they cannot be loaded,
 * these texts stay English until the next call.
 */
export async function loadReturned(part: Part): Promise<void> {
  if (language === 'en' || loaded.has(part)) return;
  try {
    loaded.set(part, (await importPart(part)).messages);
    translate = createTranslator([...loaded.values()]);
  } catch {
    // The next call tries again.
  }
}

/** The names of the files must be literals, so that the bundler finds them. */
function importPart(part: Part): Loading {
  if (part === 'recipes') return import(`../../../locales/${language}.po?recipes`);
  if (part === 'staff') return import(`../../../locales/${language}.po?staff`);
  return import(`../../../locales/${language}.po?sentences`);
}

/** Translates a text of the API with all parts that are loaded. An unknown text stays as it is. */
export function translateReturned(text: string): string {
  return translate(text);
}

/** Translates the sentences of the server in a response, in place. */
export async function translateSentences<T>(answer: T): Promise<T> {
  if (language === 'en') return answer;
  const sentences = [...findSentences(answer)];
  if (sentences.length > 0) await loadReturned('sentences');
  // The reason of a failed installation names a step of a recipe.
  if (sentences.some(({ text }) => /step \d+ of \d+/i.test(text))) await loadReturned('recipes');
  for (const { holder, field, text } of sentences) holder[field] = translate(text);
  return answer;
}

/** Translates texts for staff in these fields of a response of the operator API, in place. */
export async function translateStaffTexts<T>(answer: T, fields: readonly string[]): Promise<T> {
  if (language === 'en') return answer;
  await Promise.all([loadReturned('staff'), loadReturned('sentences')]);
  for (const { holder, field, text } of findSentences(answer, fields)) holder[field] = translate(text);
  return answer;
}
