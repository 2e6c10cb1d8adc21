import { type ErrorDetail, validationError } from '#kernel/errors.ts';
import { hashPassword } from '#kernel/password.ts';

const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 256;

/** Call it before the transaction: hashing is slow on purpose. */
export async function hashNewPassword(password: string): Promise<string> {
  const details = checkPassword(password);
  if (details.length > 0) throw validationError(details);
  return hashPassword(password);
}

export function checkPassword(password: string): ErrorDetail[] {
  const message = findWeakness(password);
  return message ? [{ field: 'password', message }] : [];
}

/** Returns the weakness as a sentence about the password. Length matters, so there are no rules about characters. */
function findWeakness(password: string): string | undefined {
  if (password.length < MIN_PASSWORD) return `must be at least ${MIN_PASSWORD} characters long.`;
  if (password.length > MAX_PASSWORD) return `must be at most ${MAX_PASSWORD} characters long.`;
  return new Set(password).size < 4 ? 'must have at least four different characters.' : undefined;
}
