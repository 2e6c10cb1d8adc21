import { DAY, HOUR, MINUTE } from '../../../../kernel/time.ts';
import type { MailDomainRow } from './store.ts';

/** A TXT record that only whoever has the domain can set. */
export function describeMailProof(domain: string, token: string) {
  return { type: 'TXT' as const, name: `_hostler-mail.${domain}`, value: `hostler-mail=${token}` };
}

/** So long a proof may be missing before no more mail is taken: whoever moves a zone may forget a record. */
const LOST_AFTER_MS = 7 * DAY;

type State = Pick<MailDomainRow, 'status' | 'lost_since'>;

/** What a look means; undefined where nobody could tell. */
export function judgeProof({ status, lost_since }: State, proved: boolean | undefined, now: number): State {
  if (proved === undefined) return { status, lost_since };
  if (proved) return { status: 'active', lost_since: null };
  if (status !== 'active') return { status, lost_since };
  // A time that has not come yet was written by a clock that was wrong.
  const since = lost_since !== null && lost_since <= now ? lost_since : now;
  return { status: now - since >= LOST_AFTER_MS ? 'lost' : 'active', lost_since: since };
}

interface Looked extends State {
  readonly created_at: number;
}

/** What is proved is looked at once a day; what is waited for the more often, the newer it is. */
export function nextCheck(
  { status, lost_since, created_at }: Looked,
  proved: boolean | undefined,
  now: number,
): number {
  if (proved === undefined) return now + 15 * MINUTE;
  if (status === 'active') return now + (lost_since === null ? DAY : HOUR);
  if (status === 'lost') return now + HOUR;
  const age = now - created_at;
  if (age > LOST_AFTER_MS) return now + DAY;
  return now + Math.round(Math.min(Math.max(age / 4, MINUTE), 15 * MINUTE));
}
