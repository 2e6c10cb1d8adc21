export const texts = {
  title: 'Notifications',
  settings: 'E-mails to you',
  description: (account: string) => `Choose which e-mails you receive about ${account}.`,
  always: 'E-mails about security, invoices and payments cannot be turned off.',
  alerts: 'Set e-mails about alerts under Monitoring → Notifications.',
  kinds: {
    ticket_answered: 'Support replies to a ticket',
    server_ready: 'A new server is ready',
    suspension_lifted: 'The suspension of a server ends',
    backup_failed: 'A scheduled backup fails twice in a row',
  },
};
