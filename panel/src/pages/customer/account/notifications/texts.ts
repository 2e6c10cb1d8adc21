import { t } from '@lingui/core/macro';

export const texts = {
  title: t`Notifications`,
  settings: t`E-mails to you`,
  description: (account: string) => t`Choose which e-mails you receive about ${account}.`,
  always: t`E-mails about security, invoices and payments cannot be turned off.`,
  alerts: t`Set e-mails about alerts under Monitoring → Notifications.`,
  kinds: {
    ticket_answered: t`Support replies to a ticket`,
    server_ready: t`A new server is ready`,
    suspension_lifted: t`The suspension of a server ends`,
    backup_failed: t`A scheduled backup fails twice in a row`,
    certificate_failed: t`The certificate of an application cannot be renewed`,
  },
};
