import { SOURCE_LANGUAGE } from '#kernel/texts/languages.ts';
import type { Say } from '#kernel/texts/say.ts';
import { texts } from './texts.ts';

/**
 * Returns the note of a document. The law of the seller decides its words, so they stay. In another language, the
 * translation of a standard note comes first.
 */
export function sayTaxNote(sentence: string, say: Say): string {
  const standard = Object.values(texts).find(({ template }) => template === sentence);
  return standard && say.language !== SOURCE_LANGUAGE ? `${say(standard)} ${sentence}` : sentence;
}
