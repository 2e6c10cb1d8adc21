import type { ErrorDetail } from './errors.ts';

/**
 * Characters that change the direction of the text around them (U+202A–U+202E, U+2066–U+2069): with one in a name, the words
 * beside it in a list, a mail or an invoice read backwards.
 */
const DIRECTION_CONTROL = /[\u202a-\u202e\u2066-\u2069]/;
const LINK = /:\/\/|www\./i;

export const NO_DIRECTION_CONTROL = 'must not contain bidirectional control characters (U+202A–U+202E, U+2066–U+2069).';
export const NO_LINK = 'must not contain :// or www.';

export function hasDirectionControl(text: string): boolean {
  return DIRECTION_CONTROL.test(text);
}

/** Mail programs make links of such words, and mail to strangers begins with the names of those who caused it. */
export function hasLink(text: string): boolean {
  return LINK.test(text);
}

/** Returns what is wrong with the name of a person or a company, which stands in mails, on invoices and in lists. */
export function checkName(name: string, longest: number, field = 'name'): ErrorDetail[] {
  const details = checkLabel(name, longest, field);
  return details.length === 0 && hasLink(name) ? [{ field, message: NO_LINK }] : details;
}

/** Returns what is wrong with the name of anything else. */
export function checkLabel(label: string, longest: number, field = 'name'): ErrorDetail[] {
  if (label.trim() === '' || label.length > longest || /\p{Cc}/u.test(label)) {
    return [{ field, message: `must be one line of 1 to ${longest} characters.` }];
  }
  return hasDirectionControl(label) ? [{ field, message: NO_DIRECTION_CONTROL }] : [];
}
