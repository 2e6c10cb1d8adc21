import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** A text in the form that `i18n` formats: strings, and placeholders as `[name, type, cases]`. */
export type ParsedText = readonly (string | readonly [name: string, type?: string, cases?: unknown])[];

/** Parses a text in ICU syntax. Throws if it is invalid. */
export function parseText(text: string): ParsedText {
  return JSON.parse(JSON.stringify(compileMessageOrThrow(text))) as ParsedText;
}
