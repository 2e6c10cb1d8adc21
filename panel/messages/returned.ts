import { keyOf } from '../../packages/texts/src/format.ts';
import { packText } from '../../packages/texts/src/parse.ts';
import type { ReturnedTexts } from '../src/locales/returned-texts.ts';
import type { Catalogue } from './catalogue.ts';

/** Contexts of the texts that the API returns in English, by the part of the catalogue that a browser loads. */
const CONTEXTS = { recipes: 'recipe', sentences: 'sentence', staff: 'staff' } as const;

type ReturnedPart = keyof typeof CONTEXTS;

const PLACEHOLDER = /\{(\w+)\}/;
/** Placeholders that match only digits, so that short texts such as `{minutes} minutes` match no other text. */
const NUMBERS = new Set(['code', 'count', 'days', 'expected', 'minutes', 'number', 'port', 'seconds', 'status']);

/** Returns the translations of a part. Browsers know only the English text, with its values. */
export function translationsOfReturned(catalogue: Catalogue, part: ReturnedPart): ReturnedTexts {
  const exact: Record<string, string> = {};
  const templates: (readonly [english: string, translation: string])[] = [];
  for (const [id, { message = id, context, translation }] of Object.entries(catalogue)) {
    if (context !== CONTEXTS[part] || !translation) continue;
    const [english, translated] = [packText(message), packText(translation)];
    if (typeof english !== 'string' || typeof translated !== 'string') throw new Error(`A plural: ${message}`);
    if (PLACEHOLDER.test(english)) templates.push([english, translated]);
    else exact[keyOf(english)] = translated;
  }
  // The most specific template first: a shorter one may match the same text.
  templates.sort(([one], [other]) => countFixed(other) - countFixed(one));
  return { exact, templates: templates.map(([english, translated]) => [toPattern(english), translated]) };
}

function countFixed(template: string): number {
  return template
    .split(PLACEHOLDER)
    .filter((_, index) => index % 2 === 0)
    .join('').length;
}

/** Returns a regular expression with a named group for each placeholder. */
function toPattern(template: string): string {
  const parts = template.split(PLACEHOLDER);
  const source = parts
    .map((part, index) => (index % 2 === 1 ? `(?<${part}>${NUMBERS.has(part) ? '\\d+' : '.+?'})` : quote(part)))
    .join('');
  return `^${source}$`;
}

function quote(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
