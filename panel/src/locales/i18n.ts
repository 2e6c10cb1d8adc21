import { i18n, type Messages } from '@lingui/core';
import { language, locale } from './choice.ts';
import type { Language } from './languages.ts';

type Load = () => Promise<{ readonly messages: Messages }>;

/** Other languages than English, whose texts are in the source. */
const PANEL: Partial<Record<Language, Load>> = { de: () => import('./de.po?panel') };
const CONSOLE: Partial<Record<Language, Load>> = { de: () => import('./de.po?console') };

const inConsole = typeof location !== 'undefined' && /^\/operator(?:[/?]|$)/.test(location.pathname);
const parts = await Promise.all([load(PANEL[language]), inConsole && load(CONSOLE[language])]);
i18n.load(language, Object.assign({}, ...parts));
i18n.activate(language, locale);
if (typeof document !== 'undefined') document.documentElement.lang = language;

/** If a file cannot be loaded, its texts stay English. */
async function load(loader: Load | undefined): Promise<Messages> {
  try {
    return loader ? (await loader()).messages : {};
  } catch {
    return {};
  }
}

/** Imported by the macros. Every text is read after this module has loaded the language. */
export { i18n };
