import { type ErrorDetail, validationError } from '../../../../kernel/errors.ts';
import { readSshKey } from './ssh-key.ts';

export const MAX_SSH_KEYS = 50;
const FIELD = 'ssh_keys';

/** Every key as we store it, each once; otherwise all that is wrong, by its place in the list. */
export function readSshKeys(texts: readonly string[]): string[] {
  const keys = new Map<string, string>();
  const details: ErrorDetail[] = [];
  if (texts.length > MAX_SSH_KEYS) details.push({ field: FIELD, message: `must have at most ${MAX_SSH_KEYS} items.` });
  for (const [index, text] of texts.entries()) {
    const read = readSshKey(text);
    if ('problem' in read) details.push({ field: `${FIELD}[${index}]`, message: read.problem });
    else if (!keys.has(read.identity)) keys.set(read.identity, read.key);
  }
  if (details.length > 0) throw validationError(details);
  return [...keys.values()];
}
