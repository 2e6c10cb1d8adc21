import { type ParsedText, parseText } from '../../packages/texts/src/parse.ts';
import type { Catalogue } from './catalogue.ts';

/** Messages of the sources, by id. */
export type Sources = Readonly<Record<string, { readonly message?: string | undefined }>>;

/** Returns the problems of the file of a language. If it is complete, every text must be translated. */
export function compareCatalogue(sources: Sources, catalogue: Catalogue, isComplete: boolean): string[] {
  const missing = Object.entries(sources)
    .filter(([id]) => !catalogue[id] || (isComplete && !catalogue[id].translation))
    .map(([id, { message = id }]) => `missing: ${message}`);
  const unused = Object.entries(catalogue)
    .filter(([id]) => !sources[id])
    .map(([id, { message = id }]) => `unused: ${message}`);
  const different = Object.entries(catalogue).flatMap(([id, { message = id, translation }]) => {
    const problem = translation && sources[id] ? comparePlaceholders(message, translation) : null;
    return problem === null ? [] : [`${problem}: ${message} → ${translation}`];
  });
  return [...missing, ...unused, ...different];
}

/** Returns how the placeholders of a translation differ from its source; null if they are the same. */
function comparePlaceholders(source: string, translation: string): string | null {
  try {
    const [expected, found] = [source, translation].map((text) => [...listPlaceholders(parseText(text))].sort());
    return String(expected) === String(found) ? null : `placeholders differ (${expected?.join(' ')})`;
  } catch {
    return 'invalid syntax';
  }
}

/** Returns the names of placeholders and elements. The cases of a plural may differ between languages. */
function listPlaceholders(text: ParsedText): Set<string> {
  const found = new Set<string>();
  for (const token of text) {
    if (typeof token === 'string') {
      for (const [tag] of token.matchAll(/<\/?[\w.-]+\/?>/g)) found.add(tag);
      continue;
    }
    const [name, type, cases] = token;
    found.add(type ? `{${name}, ${type}}` : `{${name}}`);
    if (typeof cases !== 'object' || cases === null) continue;
    for (const part of Object.values(cases) as (ParsedText | number)[]) {
      if (Array.isArray(part)) for (const inner of listPlaceholders(part)) found.add(inner);
    }
  }
  return found;
}
