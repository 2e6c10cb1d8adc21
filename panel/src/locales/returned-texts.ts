import { createFormat, keyOf } from '../../../packages/texts/src/format.ts';

/** Translations of texts that the API returns in English. */
export interface ReturnedTexts {
  /** Texts without placeholders, by the key of the English text. */
  readonly exact: Readonly<Record<string, string>>;
  /** Regular expressions of texts with placeholders, and their translations. The first match wins. */
  readonly templates: readonly (readonly [pattern: string, translation: string])[];
}

export type Translate = (text: string) => string;

const format = createFormat('en');

/** Placeholder of texts that are separated by commas. */
const LIST = 'list';

/** Returns a function that translates a text of the API. An unknown text stays as it is. */
export function createTranslator(parts: readonly ReturnedTexts[]): Translate {
  const exact: Record<string, string> = Object.assign({}, ...parts.map((part) => part.exact));
  const templates = parts
    .flatMap((part) => part.templates)
    .map(([pattern, translation]) => ({ pattern: new RegExp(pattern, 's'), translation }));

  /** Values may be names of steps, or sentences. After a colon, a sentence begins with a small letter. */
  function translateValue(value: string): string {
    const translation = translate(value);
    if (translation !== value) return translation;
    const sentence = value.charAt(0).toUpperCase() + value.slice(1);
    const ofSentence = translate(sentence);
    return ofSentence === sentence ? value : ofSentence;
  }

  function translate(text: string): string {
    const key = keyOf(text);
    if (Object.hasOwn(exact, key)) return exact[key] as string;
    for (const { pattern, translation } of templates) {
      const groups = pattern.exec(text)?.groups;
      if (!groups) continue;
      const values = Object.entries(groups).map(([name, value]) => [
        name,
        name === LIST ? value.split(', ').map(translateValue).join(', ') : translateValue(value),
      ]);
      return format(translation, Object.fromEntries(values));
    }
    return text;
  }

  return translate;
}
