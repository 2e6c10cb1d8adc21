import { DAY } from '#kernel/time.ts';
import { addToBars } from '../bars.ts';
import type { CheckState } from '../state-store.ts';
import type { CheckRow } from '../store.ts';
import type { ClaimedCheck } from './claim.ts';
import type { Finding } from './probe.ts';
import { nextTry, nextTurn, type Verdict } from './verdict.ts';

/** A check with the result of its try. */
export interface TriedCheck extends ClaimedCheck {
  readonly at: number;
  readonly finding: Finding;
  readonly verdict: Verdict;
}

/** Returns the state after a try, and the time of the next one. */
export function nextState(tried: TriedCheck, now: number): CheckState & { due_at: number } {
  const { check, state, at, finding, verdict } = tried;
  const again = verdict.kind === 'again';
  const due_at = again ? nextTry(now) : nextTurn(check.id, check.interval_seconds, now);
  if (verdict.kind === 'unknown') return { ...state, tries: 0, due_at };
  const isUp = finding.error === null;
  const seen = {
    ...state,
    due_at,
    tries: again ? verdict.tries : 0,
    last_checked_at: at,
    response_ms: isUp ? finding.ms : null,
    certificate_expires_at: finding.certificateExpiresAt ?? state.certificate_expires_at,
    certificate_warned: warnsOfCertificate(check, finding, at) ?? state.certificate_warned,
  };
  if (again) return seen;
  return {
    ...seen,
    settled_at: at,
    done: state.done + 1,
    up: state.up + (isUp ? 1 : 0),
    total_ms: state.total_ms + (isUp ? (finding.ms ?? 0) : 0),
    bars: addToBars(state.bars, at, isUp),
  };
}

/** Returns 1 or 0. Undefined if no certificate was seen. */
function warnsOfCertificate(check: CheckRow, { certificateExpiresAt }: Finding, at: number): 0 | 1 | undefined {
  if (certificateExpiresAt === null) return undefined;
  return daysLeft(certificateExpiresAt, at) < check.certificate_days ? 1 : 0;
}

export function daysLeft(expiresAt: number, at: number): number {
  return Math.floor((expiresAt - at) / DAY);
}
