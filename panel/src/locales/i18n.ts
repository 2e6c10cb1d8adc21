import { createFormat, keyOf, type Text, type Values } from '../../../packages/texts/src/format.ts';
import { language, locale } from './choice.ts';

type Messages = Readonly<Record<string, Text>>;

const inConsole = typeof location !== 'undefined' && /^\/operator(?:[/?]|$)/.test(location.pathname);
const messages: Messages | null = language === 'en' ? null : await loadMessages();
const format = createFormat(locale);
if (typeof document !== 'undefined') document.documentElement.lang = language;

/** Loads the texts of the language. If a part cannot be loaded, its texts stay English. */
async function loadMessages(): Promise<Messages> {
  const parts: Promise<{ readonly messages: Messages }>[] = [import(`../../../locales/${language}.po?panel`)];
  if (inConsole) parts.push(import(`../../../locales/${language}.po?console`));
  const loaded = await Promise.allSettled(parts);
  return Object.assign({}, ...loaded.map((part) => (part.status === 'fulfilled' ? part.value.messages : {})));
}

/** Called by the code that the macros expand to. Every text is read after this module has loaded the language. */
export const i18n = {
  _: (text: Text, values?: Values, context?: string): string =>
    format(messages?.[keyOf(text, context)] ?? text, values),
};
