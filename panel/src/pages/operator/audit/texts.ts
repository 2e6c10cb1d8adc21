import { t } from '@lingui/core/macro';
import type { ActorKind } from './queries.ts';

const actors: Record<ActorKind, string> = {
  person: t`Person`,
  key: t`API key`,
  operator: t`Staff`,
  command_line: t`Command line`,
  system: t`System`,
};

export const texts = {
  title: t`Audit log`,
  description: t`Every change in every account and by every staff member, for a year.`,
  search: t`Search the audit log`,
  actors,
  anyone: t`Anyone`,
  from: t`First day`,
  until: t`Last day`,
  account: t`Customer`,
  who: t`Who`,
  what: t`Action`,
  record: t`Record`,
  address: t`From`,
  when: t`When`,
  empty: t`No changes yet. Every change by a person, a key, staff or the system is listed here.`,
  nothingFound: t`No entries match these filters.`,
  changed: t`Changed fields`,
  requestId: t`Request ID`,
  environment: t`Environment`,
  live: t`Live`,
  test: t`Sandbox`,
};
