import { t } from '@lingui/core/macro';
import type { ActorKind } from './queries.ts';

const actors: Record<ActorKind, string> = {
  person: t`Person`,
  key: t`API key`,
  operator: t`Support staff`,
  command_line: t`Command line`,
  system: t`System`,
};

export const texts = {
  title: t`Audit log`,
  description: t`Every change in this account and every sign-in, for a year.`,
  actors,
  who: t`Who`,
  what: t`Action`,
  record: t`Record`,
  from: t`From`,
  when: t`When`,
  anyone: t`Anyone`,
  empty: t`No changes yet. Every change by a person, an API key or support is listed here.`,
  nothingFound: t`No entries by this kind of actor. Choose another one.`,
  detail: t`Entry`,
  action: t`Action`,
  changed: t`Changed fields`,
  reason: t`Reason`,
  requestId: t`Request ID`,
  environment: t`Environment`,
  live: t`Live`,
  test: t`Sandbox`,
};
