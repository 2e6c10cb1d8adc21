/** Content of TXT records: one or more strings of up to 255 characters, which readers join without anything between. */

const MAX_STRING = 255;
const MAX_TOTAL = 2048;
const PRINTABLE = /^[\x20-\x7e]*$/;
const QUOTED = /^"(?:[^"\\]|\\.)*"(?: +"(?:[^"\\]|\\.)*")*$/;
const STRING = /"((?:[^"\\]|\\.)*)"/g;

/** Without quotes the text is taken as it is; with quotes it is one string or several, as in a zone file. */
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

/** A text of any printable characters as a record has it. */
export function formatText(text: string): string {
  return quoteText(splitString(text));
}

/** `\"`, `\\` and `\065` stand for one character each; undefined where one is not printable. */
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
