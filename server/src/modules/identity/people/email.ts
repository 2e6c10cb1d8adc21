import { readMailAddress } from '#kernel/mail/address.ts';
import { errors, fieldErrors } from './errors.ts';

export const MAX_EMAIL = 254;

/** Normalises an address for storage and comparison. */
export function foldEmail(text: string): string {
  const folded = text.trim().normalize('NFC').toLowerCase();
  return readMailAddress(folded) ?? folded;
}

/** Returns a valid, normalised address. Throws a validation error otherwise. */
export function readEmail(text: string): string {
  const email = readMailAddress(text.trim().normalize('NFC'));
  if (email !== undefined) return email;
  const details = [fieldErrors.email_malformed('email')];
  throw errors.not_an_email({ text }, { details });
}

/** Derives a name from the address: `jo` from jo@example.com. */
export function nameFromEmail(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}
