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
  what: 'What',
  record: 'Record',
  from: 'From',
  when: 'When',
  anyone: 'Anyone',
  empty: 'Nothing has been changed in this account yet. Whatever is, by a person, a key or us, is listed here.',
  nothingFound: 'Nothing was done by this kind of actor.',
  detail: 'Entry',
  action: 'Action',
  changed: 'Changed fields',
  requestId: 'Request id',
  environment: 'Environment',
  live: 'Live',
  test: 'Sandbox',
};
