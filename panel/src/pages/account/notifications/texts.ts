export const texts = {
  title: 'Notifications',
  settings: 'Mail to you',
  description: (account: string) => `Choose which mail you get about ${account}.`,
  always: 'Mail about security, invoices and payments cannot be switched off.',
  alerts: 'Mail about alerts is set under Monitoring → Notifications.',
  kinds: {
    ticket_answered: 'Support answers a ticket',
  },
};
