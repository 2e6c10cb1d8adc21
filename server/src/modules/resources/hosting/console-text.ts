import { stripVTControlCharacters } from 'node:util';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for, but for line breaks and tabs
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

/** A console log as plain text: what a customer's machine wrote must not act on the terminal of whoever reads it. */
export function toPlainText(log: string): string {
  return stripVTControlCharacters(log)
    .replace(/\r+\n?/g, '\n')
    .replace(CONTROL, '')
    .trimEnd();
}
