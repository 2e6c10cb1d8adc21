import { language, locale } from './choice.ts';
import type { Language } from './languages.ts';
import { createFormat, keyOf, type Text, type Values } from './text.ts';

type Messages = Readonly<Record<string, Text>>;
type Load = () => Promise<{ readonly messages: Messages }>;

/** Other languages than English, whose texts are in the source. */
const PANEL: Partial<Record<Language, Load>> = { de: () => import('./de.po?panel') };
const CONSOLE: Partial<Record<Language, Load>> = { de: () => import('./de.po?console') };

const inConsole = typeof location !== 'undefined' && /^\/operator(?:[/?]|$)/.test(location.pathname);
const parts = await Promise.all([load(PANEL[language]), inConsole && load(CONSOLE[language])]);
const messages: Messages | null = language === 'en' ? null : Object.assign({}, ...parts);
const format = createFormat(locale);
if (typeof document !== 'undefined') document.documentElement.lang = language;

/** If a file cannot be loaded, its texts stay English. */
async function load(loader: Load | undefined): Promise<Messages> {
  try {
    return loader ? (await loader()).messages : {};
  } catch {
    return {};
  }
}

/** Called by the code that the macros expand to. Every text is read after this module has loaded the language. */
export const i18n = {
  _: (text: Text, values?: Values, context?: string): string =>
    format(messages?.[keyOf(text, context)] ?? text, values),
};
