import type { Text } from './format.ts';

/**
 * Parses the part of the ICU message syntax that texts use: placeholders, `plural`, `selectordinal` and `select`.
 * Apostrophes quote braces: `'{'`.
 */

/** A parsed text: strings, and placeholders as `[name, type, cases]`. */
export type ParsedText = readonly Token[];
type Token = string | readonly [name: string, type?: string, cases?: Cases];
type Cases = Readonly<Record<string, ParsedText | number>>;

interface Cursor {
  readonly text: string;
  at: number;
}

const TYPES = ['plural', 'selectordinal', 'select'];

/** Parses a text in ICU syntax. Throws if it is invalid. */
export function parseText(text: string): ParsedText {
  const cursor = { text, at: 0 };
  const tokens = readTokens(cursor, false);
  if (cursor.at < text.length) throw new Error(`A brace is closed that was not opened: ${text}`);
  return tokens;
}

/** Returns a text as it is formatted: plain, or parsed if it has plurals or braces of its own. */
export function packText(text: string): Text {
  const parsed = parseText(text);
  const isPlain = parsed.every((token) => (typeof token === 'string' ? !/[{}]/.test(token) : token.length === 1));
  if (!isPlain) return parsed as Text;
  return parsed.map((token) => (typeof token === 'string' ? token : `{${token[0]}}`)).join('');
}

/** Reads up to the end of the text or of the case. `#` stands for the number in the cases of a plural. */
function readTokens(cursor: Cursor, inPlural: boolean): Token[] {
  const { text } = cursor;
  const tokens: Token[] = [];
  let plain = '';
  const flush = () => {
    if (plain !== '') tokens.push(plain);
    plain = '';
  };
  while (cursor.at < text.length && text[cursor.at] !== '}') {
    const letter = text[cursor.at];
    if (letter === '{') {
      flush();
      tokens.push(readPlaceholder(cursor, inPlural));
    } else if (letter === '#' && inPlural) {
      flush();
      tokens.push('#');
      cursor.at += 1;
    } else plain += letter === "'" ? readQuoted(cursor, inPlural) : text[cursor.at++];
  }
  flush();
  return tokens;
}

/** Reads an apostrophe. Before a brace it begins a quotation; two are one. */
function readQuoted(cursor: Cursor, inPlural: boolean): string {
  const { text, at } = cursor;
  const next = text[at + 1] ?? '';
  cursor.at += 1;
  if (next === "'") cursor.at += 1;
  if (!'{}'.includes(next) && !(next === '#' && inPlural)) return "'";
  if (next === '') return "'";
  const [quoted = ''] = /^(?:[^']|'')*/.exec(text.slice(cursor.at)) ?? [];
  cursor.at += quoted.length + 1;
  return quoted.replaceAll("''", "'");
}

function readPlaceholder(cursor: Cursor, inPlural: boolean): Token {
  const name = take(cursor, /^\{\s*([\w.-]+)\s*/);
  if (cursor.text[cursor.at] === '}') {
    cursor.at += 1;
    return [name];
  }
  const type = take(cursor, /^,\s*(\w+)\s*,\s*/);
  if (!TYPES.includes(type)) throw new Error(`{${name}, ${type}} has an unknown type: ${cursor.text}`);
  return [name, type, readCases(cursor, type, inPlural)];
}

function readCases(cursor: Cursor, type: string, inPlural: boolean): Cases {
  const cases: Record<string, ParsedText | number> = {};
  const isCount = type !== 'select';
  const offset = /^offset:\s*(\d+)\s*/.exec(cursor.text.slice(cursor.at));
  if (isCount && offset) {
    cases.offset = Number(offset[1]);
    cursor.at += offset[0].length;
  }
  while (cursor.text[cursor.at] !== '}') {
    const key = take(cursor, /^\s*=?([\w-]+)\s*\{/);
    cases[key] = readTokens(cursor, isCount || inPlural);
    take(cursor, /^(\})\s*/);
  }
  cursor.at += 1;
  if (!cases.other) throw new Error(`A ${type} has no case \`other\`: ${cursor.text}`);
  return cases;
}

/** Reads what the pattern describes, and returns its group. */
function take(cursor: Cursor, pattern: RegExp): string {
  const found = pattern.exec(cursor.text.slice(cursor.at));
  if (!found) throw new Error(`The text is invalid at character ${cursor.at + 1}: ${cursor.text}`);
  cursor.at += found[0].length;
  return found[1] ?? '';
}
