import { stripVTControlCharacters } from 'node:util';

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters except line breaks and tabs.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

/** Returns a console log as plain text, so that output of a customer's machine cannot control the reader's terminal. */
export function toPlainText(log: string): string {
  return stripVTControlCharacters(log)
    .replace(/\r+\n?/g, '\n')
    .replace(CONTROL, '')
    .trimEnd();
}
