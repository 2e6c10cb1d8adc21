import type { FastifyRequest } from 'fastify';
import { LANGUAGES, type Language, SOURCE_LANGUAGE } from '../texts/languages.ts';

/** Returns the language of a page: the most wanted one of the browser that the product has, or English. */
export function languageOf({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const wanted = (headers['accept-language'] ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry
        .toLowerCase()
        .split(';')
        .map((part) => part.trim());
      const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
      return { language: tag.split('-', 1)[0], quality };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of wanted) {
    const found = LANGUAGES.find((offered) => offered === language);
    if (found) return found;
  }
  return SOURCE_LANGUAGE;
}
