import { MONEY } from '#kernel/staff-roles.ts';
import { countRowsOf, type TodaySource } from '#kernel/today-source.ts';

/** Bank statement lines that staff have to match or dismiss. */
export const unmatchedLines: TodaySource = {
  key: 'unmatched_bank_lines',
  roles: MONEY,
  url: '/operator/billing/bank',
  tone: 'wait',
  read: countRowsOf(`select id from statement_lines where status in ('unmatched', 'held')`),
};
