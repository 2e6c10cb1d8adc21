import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import type { MailDomainRow } from './store.ts';

/** Returns a TXT record that only the owner of the domain can create. */
export function describeMailProof(domain: string, token: string) {
  return { type: 'TXT' as const, name: `_hostler-mail.${domain}`, value: `hostler-mail=${token}` };
}

/** Mail is rejected after the proof was missing for this long. Owners who move a zone may forget a record. */
const LOST_AFTER_MS = 7 * DAY;

type State = Pick<MailDomainRow, 'status' | 'lost_since'>;

/** Returns the state after a check. `proved` is undefined if the DNS gave no answer; the state then stays. */
export function judgeProof({ status, lost_since }: State, proved: boolean | undefined, now: number): State {
  if (proved === undefined) return { status, lost_since };
  if (proved) return { status: 'active', lost_since: null };
  if (status !== 'active') return { status, lost_since };
  // A time in the future was written by a wrong clock.
  const since = lost_since !== null && lost_since <= now ? lost_since : now;
  return { status: now - since >= LOST_AFTER_MS ? 'lost' : 'active', lost_since: since };
}

interface Checked extends State {
  readonly created_at: number;
}

/**
 * Returns the time of the next check. Proved domains are checked once a day; pending ones more often the newer they
 * are.
 */
export function nextCheck(
  { status, lost_since, created_at }: Checked,
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
