export const texts = {
  title: 'Events',
  description: 'Events that are sent to webhooks, newest first. Kept for 30 days.',
  type: 'Event',
  when: 'When',
  about: 'About',
  id: 'ID',
  older: 'Show older events',
  end: 'No older events.',
  empty: 'Each change of your resources is an event and appears here live. Add a webhook to receive events.',
  addWebhook: 'Add webhook',
  noMatch: 'No event of this type in the last 30 days.',
  body: 'Webhook payload',
} as const;
