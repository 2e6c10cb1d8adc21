import { formatTime } from '#kernel/time.ts';
import type { Mailbox } from './schemas.ts';
import type { MailboxRow } from './store.ts';

const MEBIBYTE = 1024 ** 2;

export function viewMailbox(row: MailboxRow): Mailbox {
  return {
    id: row.id,
    address: row.address,
    domain_id: row.domain_id,
    status: row.status,
    suspended_by: row.suspended_by,
    quota_mb: row.quota_mb,
    used_mb: Math.ceil(row.used_bytes / MEBIBYTE),
    aliases: JSON.parse(row.aliases),
    forward_to: JSON.parse(row.forward_to),
    keep_copy: row.keep_copy === 1,
    created_at: formatTime(row.created_at),
  };
}
