export const texts = {
  title: 'Events',
  description: 'What webhooks are told of, newest first, kept 30 days.',
  type: 'Event',
  when: 'When',
  about: 'About',
  id: 'Id',
  older: 'Show older events',
  end: 'There is nothing older.',
  empty: 'Nothing has happened in this account yet. Events appear here while you look.',
  noMatch: 'No event of this kind in the last 30 days.',
  body: 'As a webhook gets it',
} as const;
