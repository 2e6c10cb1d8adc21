import { createFormat, type Text } from '../../../packages/texts/src/format.ts';
import type { Translate } from './returned-texts.ts';

/** Translations of errors in one language. */
export interface ErrorTexts {
  /** Texts by reason. */
  readonly reasons: Record<string, Text>;
  /** Words in params, by the name of the param. `{n}` stands for a number. */
  readonly words: Record<string, Record<string, string>>;
}

export type Params = Readonly<Record<string, string | number>>;

/** The part of an error, or of one of its fields, that is shown. */
export interface Said {
  readonly message: string;
  /** Older servers send none. */
  readonly reason?: string | undefined;
  readonly params?: Params | undefined;
}

/** A number, also with separators and a unit of bytes. */
const NUMBER = /\d[\d.,]*(?: (?:bytes|[KMGTP]iB))?/;

/** An amount of money as the API writes it: `€1,234.50`, `CA$9.90`, `CHF 5.00` with a no-break space. */
const MONEY =
  /^(?<sign>-?)(?<currency>[A-Z]{0,2}\p{Sc}|[A-Z]{3}(?=\u00a0))\u00a0?(?<whole>\d[\d,]*)(?:\.(?<rest>\d+))?$/u;

/**
 * Returns a function that says errors in a language. The message of an error with an unknown reason is translated by its
 * text, and otherwise stays English.
 */
export function createSayer({ reasons, words }: ErrorTexts, locale: string, translate: Translate = (text) => text) {
  const format = createFormat(locale);
  const numbers = new Intl.NumberFormat(locale);

  function say({ message, reason = '', params = {} }: Said, parts: Params = {}): string {
    const text = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined;
    if (text === undefined || !hasAll(text, params)) return translate(message);
    const said = Object.entries(params).map(([name, value]) => [name, parts[value] ?? sayParam(name, value)]);
    return format(text, Object.fromEntries(said));
  }

  function sayParam(name: string, value: string | number): string | number {
    if (typeof value === 'number') return value;
    const money = MONEY.exec(value)?.groups;
    if (money) return sayMoney(money);
    const known = words[name];
    if (!known) return value;
    if (Object.hasOwn(known, value)) return known[value] as string;
    return value
      .split(', ')
      .map((word) => sayWord(known, word))
      .join(', ');
  }

  function sayWord(known: Record<string, string>, word: string): string {
    if (Object.hasOwn(known, word)) return known[word] as string;
    const [number] = NUMBER.exec(word) ?? [];
    if (number === undefined) return word;
    return known[word.replace(number, '{n}')]?.replace('{n}', sayNumber(number)) ?? word;
  }

  /** Formats an amount with the digits that it has. `€1,234.50` is `1.234,50 €`. */
  function sayMoney({ sign, currency, whole = '', rest = '' }: Record<string, string | undefined>): string {
    const digits = { minimumFractionDigits: rest.length, maximumFractionDigits: rest.length };
    const amount = Number(`${whole.replaceAll(',', '')}.${rest}`);
    return `${sign}${new Intl.NumberFormat(locale, digits).format(amount)}\u00a0${currency}`;
  }

  /** Formats `1,000` and `1.5 GiB` by the locale. An IP address stays. */
  function sayNumber(text: string): string {
    const [digits = '', ...unit] = text.split(' ');
    const number = Number(digits.replaceAll(',', ''));
    return [Number.isNaN(number) ? digits : numbers.format(number), ...unit].join(' ');
  }

  return {
    /** Returns an error and its fields in the language. A param may repeat the message of a field. */
    translate<E extends Said, D extends Said>(error: E, details: readonly D[]): { message: string; details: D[] } {
      const said = details.map((detail) => ({ ...detail, message: say(detail) }));
      const parts = Object.fromEntries(details.map(({ message }, index) => [message, said[index]?.message ?? message]));
      return { message: say(error, parts), details: said };
    },
  };
}

/** Returns false if a param is missing, as in the response of another version. */
function hasAll(text: Text, params: Params): boolean {
  const source = typeof text === 'string' ? text : '';
  return [...source.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => Object.hasOwn(params, name));
}
