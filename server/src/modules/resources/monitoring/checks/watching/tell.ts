import { changeRow, type Query } from '@hostler/database';
import type { AlertService } from '../../alerts/service.ts';
import type { CheckState } from '../state-store.ts';
import { changeCheck, findCheck } from '../store.ts';
import { daysLeft, type TriedCheck } from './next-state.ts';

export type CheckAlerts = Pick<AlertService, 'raise' | 'resolve'>;

/** Records a changed status or failure reason, and notifies the people who want it. */
export function* tell(tried: TriedCheck, next: CheckState, alerts: CheckAlerts, now: number): Query<void> {
  const { accountId, check, state, finding, verdict } = tried;
  if (next.certificate_warned !== state.certificate_warned) {
    yield* tellOfCertificate(tried, next.certificate_warned === 1, alerts, now);
  }
  if (verdict.kind !== 'up' && verdict.kind !== 'down') return;
  const { kind: status } = verdict;
  const { error } = finding;
  if (check.status === status && check.error === error) return;
  yield* changeRow(
    () => findCheck(accountId, check.id),
    (row) => changeCheck(accountId, row, { status, error }, now),
  );
  const source = { checkId: check.id };
  if (status === 'up') yield* alerts.resolve(accountId, source, 'check', now);
  else {
    const message = `${check.name} is down: ${lowerFirst(error ?? '')}`;
    yield* alerts.raise(
      accountId,
      { source, metric: 'check', hostingId: null, value: null, threshold: null, message },
      now,
    );
  }
}

function* tellOfCertificate(
  { accountId, check, finding, at }: TriedCheck,
  endsSoon: boolean,
  alerts: CheckAlerts,
  now: number,
): Query<void> {
  const source = { checkId: check.id };
  if (!endsSoon) {
    yield* alerts.resolve(accountId, source, 'certificate', now);
    return;
  }
  const value = daysLeft(finding.certificateExpiresAt ?? at, at);
  const message = `The certificate of ${check.name} ends ${value < 1 ? 'within a day' : `in ${value} ${value === 1 ? 'day' : 'days'}`}.`;
  const threshold = check.certificate_days;
  yield* alerts.raise(accountId, { source, metric: 'certificate', hostingId: null, value, threshold, message }, now);
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
