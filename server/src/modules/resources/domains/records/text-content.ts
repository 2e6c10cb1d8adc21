/** Content of TXT records: strings of up to 255 characters, which readers join. */

const MAX_STRING = 255;
const MAX_TOTAL = 2048;
const PRINTABLE = /^[\x20-\x7e]*$/;
const QUOTED = /^"(?:[^"\\]|\\.)*"(?: +"(?:[^"\\]|\\.)*")*$/;
const STRING = / *"((?:[^"\\]|\\.)*)"/gy;

/** Without quotes the text is one string. With quotes it is one or several strings, as in a zone file. */
export function parseText(content: string): string[] | undefined {
  if (!PRINTABLE.test(content)) return undefined;
  const isQuoted = content.startsWith('"');
  if (isQuoted && !QUOTED.test(content)) return undefined;
  const strings = isQuoted ? [...content.matchAll(STRING)].map(([, inside = '']) => readEscapes(inside)) : [content];
  const known = strings.filter((text) => text !== undefined);
  if (known.length < strings.length || known.join('').length > MAX_TOTAL) return undefined;
  return known.flatMap(splitString);
}

export function quoteText(strings: readonly string[]): string {
  return strings.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(' ');
}

/** Formats any printable text as TXT content. */
export function formatText(text: string): string {
  return quoteText(splitString(text));
}

/** Decodes `\"`, `\\` and `\065`. Returns undefined if a character is not printable. */
function readEscapes(text: string): string | undefined {
  const plain = text.replace(/\\(\d{3}|.)/g, (_, what: string) =>
    what.length === 3 ? String.fromCharCode(Number(what)) : what,
  );
  return PRINTABLE.test(plain) ? plain : undefined;
}

function splitString(text: string): string[] {
  if (text.length <= MAX_STRING) return [text];
  return text.match(/.{1,255}/g) ?? [];
}
