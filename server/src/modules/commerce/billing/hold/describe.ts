import { DAY, formatTime } from '#kernel/time.ts';
import type { Hold } from './judge.ts';

/** Returns the sentences that `billing run`, `doctor` and the mail to staff begin with. */
export function describeHold({ gapMs, lastRunAt, until }: Hold): string {
  const days = Math.floor(gapMs / DAY);
  const end =
    until === null ? 'until staff confirm the clock' : `until ${formatTime(until)} if the clock advances steadily`;
  return `Billing is held: the clock is ${days} days ahead of the last billing run at ${formatTime(lastRunAt)}. Invoices, charges, reminders, suspensions, cancellations and terminations wait ${end}.`;
}

/** Returns a sentence if the clock is more than a day behind the last billing run. */
export function describeBehind(lastRunAt: number, now: number): string | undefined {
  if (lastRunAt - now <= DAY) return undefined;
  const days = Math.floor((lastRunAt - now) / DAY);
  return `The clock is ${days} days behind the last billing run at ${formatTime(lastRunAt)}. Nothing is due until it is right.`;
}

export const BEHIND_ADVICE = 'Check the clock of the server. When it is right, billing continues automatically.';

export const HOLD_ADVICE =
  'Check the clock of the server. If it is right, run `hostler billing run --yes`; `--dry-run` lists the due tasks. If it is wrong, correct it, and billing continues automatically.';
