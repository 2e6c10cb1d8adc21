import { type ErrorDetail, fieldErrors as general, validationError } from '#kernel/errors.ts';
import { hashPassword } from '#kernel/password.ts';
import { fieldErrors } from './errors.ts';

const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 256;

/** Call it before the transaction: hashing is slow on purpose. */
export async function hashNewPassword(password: string): Promise<string> {
  const details = checkPassword(password);
  if (details.length > 0) throw validationError(details);
  return hashPassword(password);
}

export function checkPassword(password: string): ErrorDetail[] {
  const weakness = findWeakness(password);
  return weakness ? [weakness] : [];
}

/** Returns the weakness as a sentence about the password. Length matters, so there are no rules about characters. */
function findWeakness(password: string): ErrorDetail | undefined {
  if (password.length < MIN_PASSWORD) return general.too_short('password', { min: MIN_PASSWORD });
  if (password.length > MAX_PASSWORD) return general.too_long('password', { max: MAX_PASSWORD });
  return new Set(password).size < 4 ? fieldErrors.too_few_different_characters('password') : undefined;
}
