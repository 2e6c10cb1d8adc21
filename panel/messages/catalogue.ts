import { type CatalogType, type ExtractedCatalogType, getCatalogs } from '@lingui/cli/api';
import { keyOf, type Text } from '../../packages/texts/src/format.ts';
import { packText } from '../../packages/texts/src/parse.ts';
import { linguiConfig } from './config.ts';
import { listSources } from './sources.ts';

/** Messages with their translations, by id. */
export type Catalogue = CatalogType;

/** Messages of sources, by id. */
export type Messages = ExtractedCatalogType;

/** Languages with a file; English has none, its texts are in the source. */
export const TRANSLATED: readonly string[] = linguiConfig.locales;

async function open() {
  const [catalogue] = await getCatalogs(linguiConfig);
  if (!catalogue) throw new Error('panel/lingui.config.ts has no catalogue');
  return catalogue;
}

/** Reads the messages of all sources of the panel. */
export async function extractMessages(): Promise<Messages> {
  const messages = await (await open()).collect({ files: listSources() });
  if (!messages) throw new Error('The messages of the panel cannot be extracted');
  return messages;
}

/** Reads the file of a language; empty if there is none. */
export async function readCatalogue(language: string): Promise<Catalogue> {
  return (await (await open()).read(language)) ?? {};
}

/** Writes new messages into the file of a language and removes unused ones. Translations are kept. */
export async function writeCatalogue(language: string, extracted: Messages): Promise<void> {
  const catalogue = await open();
  const merged = catalogue.merge({ [language]: await readCatalogue(language) }, extracted, {})[language] ?? {};
  const used = Object.entries(merged).filter(([, { obsolete }]) => !obsolete);
  const sortKey = ([id, { context = '', message = id }]: (typeof used)[number]) => `${context}\0${message}`;
  used.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  await catalogue.write(language, Object.fromEntries(used));
}

/** A customer's browser loads no text of the console. */
export type Part = 'panel' | 'console';

/** References of the panel's sources are relative to its folder; those of other sources are relative to the repository. */
const OF_PANEL = /^src\//;
const OF_CONSOLE = /^src\/(?:(?:app|pages)\/)?operator\//;

/** Returns the translations that a part of the panel needs, by the keys under which the browser finds them. */
export function translationsOf(catalogue: Catalogue, part: Part): Record<string, Text> {
  const texts: Record<string, Text> = {};
  for (const [id, { message = id, context, translation, origin = [] }] of Object.entries(catalogue)) {
    const files = origin.map(([file]) => file).filter((file) => OF_PANEL.test(file));
    const partOfText = files.every((file) => OF_CONSOLE.test(file)) ? 'console' : 'panel';
    if (!translation || files.length === 0 || partOfText !== part) continue;
    const key = keyOf(packText(message), context);
    if (key in texts) throw new Error(`Two messages have the same key, change the words of one: ${message}`);
    texts[key] = packText(translation);
  }
  return texts;
}
