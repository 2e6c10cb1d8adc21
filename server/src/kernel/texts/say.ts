import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFormat, type Text } from '../../../../packages/texts/src/format.ts';
import { packText } from '../../../../packages/texts/src/parse.ts';
import { formatMoney } from '../currency.ts';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import { formatTime } from '../time.ts';
import type { DefinedText, TextContext, TextParams } from './define-texts.ts';
import { type Language, SOURCE_LANGUAGE } from './languages.ts';
import { readMessages } from './po.ts';

/** Writes texts, dates and amounts in one language. */
export interface Say {
  <T extends string>(text: DefinedText<T>, ...params: Given<T>): string;
  readonly language: Language;
  /** Formats a day such as `2026-11-15`. English texts keep this form. */
  day(day: string): string;
  /** Formats a time to the second, in UTC. */
  time(at: number): string;
  /** Formats a time to the minute, in UTC. */
  minute(at: number): string;
  money(amount: number, currency: string): string;
  number(value: number, options?: Intl.NumberFormatOptions): string;
}
type Given<T extends string> = keyof TextParams<T> extends never ? [] : [params: TextParams<T>];

const CONTEXTS: readonly TextContext[] = ['mail', 'document', 'page'];
/** In the bundle the catalogues are beside the program; in the sources they are at the root of the repository. */
const FOLDERS = [join(import.meta.dirname, 'locales'), join(PACKAGE_FOLDER, '../locales')];

const known = new Map<Language, Say>();

/** Returns the writer of a language. Its catalogue is read at first use; English needs none. */
export function say(language: Language): Say {
  const found = known.get(language) ?? createSay(language);
  known.set(language, found);
  return found;
}

function createSay(language: Language): Say {
  const translations = language === SOURCE_LANGUAGE ? undefined : readCatalogue(language);
  const packed = new Map<string, Text>();
  const format = createFormat(language);

  function pack({ context, template }: DefinedText): Text {
    const key = keyOf(context, template);
    const text = packed.get(key) ?? packText(translations?.get(key) || template);
    packed.set(key, text);
    return text;
  }

  const write = <T extends string>(text: DefinedText<T>, params?: TextParams<T>) => format(pack(text), params);
  return Object.assign(write, language === SOURCE_LANGUAGE ? ENGLISH : figuresOf(language));
}

const ENGLISH = {
  language: SOURCE_LANGUAGE,
  day: (day: string) => day,
  time: formatTime,
  minute: (at: number) => `${formatTime(at).slice(0, 16).replace('T', ' ')} UTC`,
  money: (amount: number, currency: string) => formatMoney(amount, currency),
  number: (value: number, options?: Intl.NumberFormatOptions) => value.toLocaleString('en', options),
};

function figuresOf(language: Language): typeof ENGLISH {
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const minutes = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
  return {
    language,
    day: (day) => (Number.isNaN(Date.parse(day)) ? day : days.format(new Date(`${day}T00:00:00Z`))),
    time: (at) => `${times.format(at)} UTC`,
    minute: (at) => `${minutes.format(at)} UTC`,
    money: (amount, currency) => formatMoney(amount, currency, language),
    number: (value, options) => value.toLocaleString(language, options),
  };
}

/** Translations by context and English text. */
function readCatalogue(language: Language): ReadonlyMap<string, string> {
  const messages = readMessages(readFile(`${language}.po`), CONTEXTS);
  return new Map(messages.map(({ context, text, translation }) => [keyOf(context, text), translation]));
}

/** Without the file, texts stay English: a reminder in another language is better than none. */
function readFile(name: string): string {
  const file = FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
  return file === undefined ? '' : readFileSync(file, 'utf8');
}

function keyOf(context: string, text: string): string {
  return `${context}\n${text}`;
}
