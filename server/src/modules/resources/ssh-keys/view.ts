import { formatTime } from '#kernel/time.ts';
import type { SshKey } from './schemas.ts';
import type { SshKeyRow } from './store.ts';

export function viewSshKey({ id, name, type, fingerprint, public_key, ...row }: SshKeyRow): SshKey {
  const times = { created_at: formatTime(row.created_at), updated_at: formatTime(row.updated_at) };
  return { id, name, type, fingerprint, public_key, ...times };
}
