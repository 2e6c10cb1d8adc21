import { createHash } from 'node:crypto';
import { validationError } from '#kernel/errors.ts';
import { readSshKey } from '../hosting/index.ts';
import { MAX_NAME, type NewSshKey } from './schemas.ts';
import type { SshKeyRow } from './store.ts';

/** Returns the columns of a new key. Throws VALIDATION_ERROR if the key is not accepted for servers either. */
export function readNewKey(input: NewSshKey): Pick<SshKeyRow, 'name' | 'type' | 'fingerprint' | 'public_key'> {
  const read = readSshKey(input.public_key);
  if ('problem' in read) throw validationError([{ ...read.problem, field: 'public_key' }]);
  const [type = '', blob = '', ...comment] = read.key.split(' ');
  const digest = createHash('sha256').update(Buffer.from(blob, 'base64')).digest('base64');
  const name = input.name ?? (comment.join(' ').slice(0, MAX_NAME).toWellFormed().trim() || type);
  return { name, type, fingerprint: `SHA256:${digest.replace(/(?<!=)=+$/, '')}`, public_key: read.key };
}
