import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { type Catalogue, type Part, readCatalogue, translationsOf } from './catalogue.ts';
import { translationsOfErrors } from './errors.ts';
import { translationsOfReturned } from './returned.ts';
import { expandMacros } from './transform.ts';
import { usesMacros } from './uses-macros.ts';

const CATALOGUE = /^(.+\/([a-z-]+)[.]po)[?](panel|console|errors|recipes|sentences|staff)$/i;

/** Expands the macros of Lingui, and compiles parts of catalogues, such as `de.po?panel`, to modules that export `messages`. */
export function messages(): Plugin {
  return {
    name: 'messages',
    enforce: 'pre',
    async load(id) {
      const [, file, language, part] = CATALOGUE.exec(id) ?? [];
      if (!file || !language) return null;
      this.addWatchFile(file);
      const texts = selectPart(await readCatalogue(language), part);
      // Browsers parse a string of JSON faster than an object of JavaScript.
      return {
        code: `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(texts))});`,
        moduleType: 'js',
        map: null,
      };
    },
    transform(code, id) {
      const [file = id] = id.split('?');
      if (!/[.]tsx?$/.test(basename(file)) || !usesMacros(code)) return null;
      const { code: expanded, map } = expandMacros(code, file);
      return { code: expanded, map: map ? JSON.stringify(map) : null };
    },
  };
}

function selectPart(catalogue: Catalogue, part: string | undefined): object {
  if (part === 'errors') return translationsOfErrors(catalogue);
  if (part === 'recipes' || part === 'sentences' || part === 'staff') return translationsOfReturned(catalogue, part);
  return translationsOf(catalogue, part as Part);
}
