import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Text } from '../src/locales/text.ts';

/** A parsed text: strings, and placeholders as `[name, type, cases]`. */
export type ParsedText = readonly (string | readonly [name: string, type?: string, cases?: unknown])[];

/** Parses a text in ICU syntax. Throws if it is invalid. */
export function parseText(text: string): ParsedText {
  return JSON.parse(JSON.stringify(compileMessageOrThrow(text))) as ParsedText;
}

/** Returns a text as the browser reads it: plain, or parsed if it has plurals or braces of its own. */
export function packText(text: string): Text {
  const parsed = parseText(text);
  const isPlain = parsed.every((token) => (typeof token === 'string' ? !/[{}]/.test(token) : token.length === 1));
  if (!isPlain) return parsed as Text;
  return parsed.map((token) => (typeof token === 'string' ? token : `{${token[0]}}`)).join('');
}
