import { type ErrorDetail, fieldErrors, validationError } from '#kernel/errors.ts';
import { readSshKey } from './ssh-key.ts';

export const MAX_SSH_KEYS = 50;
const FIELD = 'ssh_keys';

/** Returns the keys in their stored form without duplicates. Throws VALIDATION_ERROR with all problems by index. */
export function readSshKeys(texts: readonly string[]): string[] {
  const keys = new Map<string, string>();
  const details: ErrorDetail[] = [];
  if (texts.length > MAX_SSH_KEYS) details.push(fieldErrors.too_many_items(FIELD, { max: MAX_SSH_KEYS }));
  for (const [index, text] of texts.entries()) {
    const read = readSshKey(text);
    if ('problem' in read) details.push({ ...read.problem, field: `${FIELD}[${index}]` });
    else if (!keys.has(read.identity)) keys.set(read.identity, read.key);
  }
  if (details.length > 0) throw validationError(details);
  return [...keys.values()];
}
