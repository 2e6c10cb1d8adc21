import { type ErrorDetail, fieldErrors } from './errors.ts';

/**
 * Characters that change the writing direction (U+202A–U+202E, U+2066–U+2069). With one in a name, the words next to it
 * in a list, a mail or an invoice are shown reversed.
 */
const DIRECTION_CONTROL = /[\u202a-\u202e\u2066-\u2069]/;
const LINK = /:\/\/|www\./i;

export function hasDirectionControl(text: string): boolean {
  return DIRECTION_CONTROL.test(text);
}

/**
 * Returns whether a text contains a link. Mail programs make such words clickable, and names of senders appear in mail
 * to strangers.
 */
export function hasLink(text: string): boolean {
  return LINK.test(text);
}

/** Returns the errors in the name of a person or a company, which appears in mails, on invoices and in lists. */
export function checkName(name: string, longest: number, field = 'name'): ErrorDetail[] {
  const details = checkLabel(name, longest, field);
  return details.length === 0 && hasLink(name) ? [fieldErrors.contains_link(field)] : details;
}

/** Returns the errors in the name of anything else. */
export function checkLabel(label: string, longest: number, field = 'name'): ErrorDetail[] {
  if (label.trim() === '' || label.length > longest || /\p{Cc}/u.test(label)) {
    return [fieldErrors.not_one_line_of(field, { max: longest })];
  }
  return hasDirectionControl(label) ? [fieldErrors.direction_control(field)] : [];
}
