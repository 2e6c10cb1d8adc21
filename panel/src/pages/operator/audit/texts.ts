import type { ActorKind } from './queries.ts';

const actors: Record<ActorKind, string> = {
  person: 'Person',
  key: 'API key',
  operator: 'Staff',
  command_line: 'Command line',
  system: 'System',
};

export const texts = {
  title: 'Audit log',
  description: 'Every change in every account and by every staff member, for a year.',
  search: 'Search the audit log',
  actors,
  anyone: 'Anyone',
  from: 'First day',
  until: 'Last day',
  account: 'Customer',
  who: 'Who',
  what: 'Action',
  record: 'Record',
  address: 'From',
  when: 'When',
  empty: 'No changes yet. Every change by a person, a key, staff or the system is listed here.',
  nothingFound: 'No entries match these filters.',
  changed: 'Changed fields',
  requestId: 'Request ID',
  environment: 'Environment',
  live: 'Live',
  test: 'Sandbox',
};
