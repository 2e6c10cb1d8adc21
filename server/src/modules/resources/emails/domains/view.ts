import { formatTime } from '#kernel/time.ts';
import type { ZoneRecord } from '../../domains/index.ts';
import type { MailSettings } from '../settings.ts';
import { describeMailProof } from './proof.ts';
import type { SeenRecord } from './record-check.ts';
import { excludes, listWanted, mergeSpf, nameRecord } from './records.ts';
import type { MailDomain } from './schemas.ts';
import type { MailDomainRow } from './store.ts';

/** A mail domain with the number of mailboxes and the customer's own records. */
export interface ShownMailDomain {
  readonly row: MailDomainRow;
  readonly mailboxes: number;
  readonly own: readonly ZoneRecord[];
}

const UNSEEN: SeenRecord = { status: 'unknown', found: [] };

export type MailDomainView = ReturnType<typeof createMailDomainView>;

export function createMailDomainView(settings: MailSettings) {
  const { host, imap, smtp } = settings;
  return ({ row, mailboxes, own }: ShownMailDomain): MailDomain => {
    const seen: Record<string, SeenRecord> = JSON.parse(row.seen);
    return {
      domain_id: row.domain_id,
      domain: row.domain,
      status: row.status,
      proof: describeMailProof(row.domain, row.proof_token),
      checked_at: row.checked_at === null ? null : formatTime(row.checked_at),
      lost_since: row.lost_since === null ? null : formatTime(row.lost_since),
      mailboxes,
      records: listWanted(row, settings).map((wanted) => {
        const { type, name, purpose } = wanted;
        const { status, found } = seen[nameRecord(wanted)] ?? UNSEEN;
        const [spf] = purpose === 'spf' ? found : [];
        const value = spf === undefined ? wanted.value : mergeSpf(spf, settings);
        const managed = row.delegated_at !== null && !own.some((other) => excludes(other, wanted));
        return { type, name, value, purpose, status, found: [...found], managed };
      }),
      settings: { imap: { host, ...imap }, smtp: { host, ...smtp } },
    };
  };
}
