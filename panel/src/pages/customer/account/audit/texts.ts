import type { ActorKind } from './queries.ts';

const actors: Record<ActorKind, string> = {
  person: 'Person',
  key: 'API key',
  operator: 'Support staff',
  command_line: 'Command line',
  system: 'System',
};

export const texts = {
  title: 'Audit log',
  description: 'Every change in this account and every sign-in, for a year.',
  actors,
  who: 'Who',
  what: 'Action',
  record: 'Record',
  from: 'From',
  when: 'When',
  anyone: 'Anyone',
  empty: 'No changes yet. Every change by a person, an API key or support is listed here.',
  nothingFound: 'No entries by this kind of actor. Choose another one.',
  detail: 'Entry',
  action: 'Action',
  changed: 'Changed fields',
  reason: 'Reason',
  requestId: 'Request ID',
  environment: 'Environment',
  live: 'Live',
  test: 'Sandbox',
};
