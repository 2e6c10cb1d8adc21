import type { StaffAuditEntry } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorQuery } from '#operator/queries.ts';

export type { StaffAuditEntry };

export type ActorKind = StaffAuditEntry['actor_kind'];

export interface AuditSearch {
  readonly page?: number;
  readonly search?: string;
  readonly account?: string;
  readonly actor_kind?: string;
  readonly action?: string;
  /** First and last day, like 2026-11-30. */
  readonly from?: string;
  readonly until?: string;
}

export function useAudit(search: AuditSearch) {
  return useOperatorQuery(
    ['audit', 'list', search],
    (signal) => operatorApi.list<StaffAuditEntry>('/audit', toFilters(search), { signal }),
    { keepPrevious: true },
  );
}

/** Returns the parameters of the API. Days begin and end in the time zone of the browser. */
export function toFilters({ from, until, ...search }: AuditSearch) {
  return { ...search, from: from && toMoment(from, 0), until: until && toMoment(until, 1) };
}

function toMoment(day: string, daysLater: number): string | undefined {
  const at = new Date(`${day}T00:00:00`);
  if (Number.isNaN(at.getTime())) return undefined;
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
}
