import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { type Part, readCatalogue, translationsOf } from './catalogue.ts';
import { expandMacros } from './transform.ts';
import { usesMacros } from './uses-macros.ts';

const CATALOGUE = /^(.+\/([a-z-]+)[.]po)[?](panel|console)$/i;

/** Expands the macros of Lingui, and compiles `de.po?panel` and `de.po?console` to modules that export `messages`. */
export function messages(): Plugin {
  return {
    name: 'messages',
    enforce: 'pre',
    async load(id) {
      const [, file, language, part] = CATALOGUE.exec(id) ?? [];
      if (!file || !language) return null;
      this.addWatchFile(file);
      const texts = JSON.stringify(translationsOf(await readCatalogue(language), part as Part));
      // Browsers parse a string of JSON faster than an object of JavaScript.
      return { code: `export const messages = JSON.parse(${JSON.stringify(texts)});`, moduleType: 'js', map: null };
    },
    transform(code, id) {
      const [file = id] = id.split('?');
      if (!/[.]tsx?$/.test(basename(file)) || !usesMacros(code)) return null;
      const { code: expanded, map } = expandMacros(code, file);
      return { code: expanded, map: map ? JSON.stringify(map) : null };
    },
  };
}
