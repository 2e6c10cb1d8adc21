import type { DefinedText, TextParams } from '#kernel/texts/define-texts.ts';
import { SOURCE_LANGUAGE } from '#kernel/texts/languages.ts';
import { type Say, say as speak } from '#kernel/texts/say.ts';

/** Words of a charge that can be said in another language when it is invoiced. */
export interface Wording {
  /** English, in ICU syntax. */
  readonly template: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Returns the description of a charge in English, with the words for other languages. */
export function describeWith<T extends string>(
  text: DefinedText<T>,
  params: TextParams<T>,
): { description: string; wording: Wording } {
  const { template } = text;
  const wording = { template, params: params as Wording['params'] };
  return { description: sayWording(wording, speak(SOURCE_LANGUAGE)), wording };
}

export function sayWording({ template, params }: Wording, say: Say): string {
  const write = say as (text: DefinedText, params: Wording['params']) => string;
  return write({ context: 'document', template }, params);
}
