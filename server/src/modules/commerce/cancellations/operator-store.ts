import { defineStaffList } from '@hostler/database';
import type { CancellationRow } from './store.ts';

export const CANCELLATION_STATUSES = ['open', 'marked', 'already', 'ticket', 'unmatched', 'objected'] as const;
export type CancellationStatus = (typeof CANCELLATION_STATUSES)[number];

const hasOutcome = (outcome: string) => `outcome = '${outcome}' and objected_at is null`;

export const listCancellations = defineStaffList<CancellationRow, CancellationStatus>({
  select: `select id, kind, name, email, contract, reason, wished_end, received_at, account_id, subscription_id, outcome,
     object_until, objected_at from farewells`,
  statuses: {
    open: 'outcome is null',
    marked: hasOutcome('marked'),
    already: hasOutcome('already'),
    ticket: hasOutcome('ticket'),
    unmatched: hasOutcome('unmatched'),
    objected: 'objected_at is not null',
  },
  searched: ['name', 'email', 'contract'],
});
