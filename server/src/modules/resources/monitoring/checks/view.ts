import type { Window } from '#kernel/series/window.ts';
import { formatOptionalTime, formatTime, SECOND } from '#kernel/time.ts';
import { readBars, readUptime } from './bars.ts';
import type { History } from './history.ts';
import type { Check, CheckHistory } from './schemas.ts';
import type { CheckState } from './state-store.ts';
import type { CheckRow } from './store.ts';

/** A check with its state. */
export interface WatchedCheck {
  readonly check: CheckRow;
  readonly state: CheckState;
}

export function viewCheck({ check, state }: WatchedCheck): Check {
  const bars = readBars(state.bars, state.settled_at);
  return {
    id: check.id,
    name: check.name,
    type: check.type,
    target: check.target,
    status: check.status,
    last_checked_at: formatOptionalTime(state.last_checked_at),
    response_ms: state.response_ms,
    error: check.error,
    interval_seconds: check.interval_seconds,
    expect_status: check.expect_status,
    expect_text: check.expect_text,
    follow_redirects: check.follow_redirects === 1,
    redirect_to: check.redirect_to,
    certificate_expires_at: formatOptionalTime(state.certificate_expires_at),
    certificate_days: check.certificate_days,
    uptime_24h: readUptime(bars),
    bars: bars.map(({ start, up, down }) => ({ start: formatTime(start), up, down })),
    created_at: formatTime(check.created_at),
    updated_at: formatTime(check.updated_at),
  };
}

export function viewHistory(checkId: number, { start, end, step }: Window, history: History): CheckHistory {
  return {
    check_id: checkId,
    start: formatTime(start),
    end: formatTime(end),
    step: step / SECOND,
    series: {
      response_ms: { unit: 'ms', values: history.responseMs },
      up_percent: { unit: 'percent', values: history.upPercent },
    },
  };
}
