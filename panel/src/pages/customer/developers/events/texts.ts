import { t } from '@lingui/core/macro';

export const texts = {
  title: t`Events`,
  description: t`Events that are sent to webhooks, newest first. Kept for 30 days.`,
  type: t`Event`,
  when: t`When`,
  about: t`Record`,
  id: 'ID',
  older: t`Show older events`,
  end: t`No older events.`,
  empty: t`Each change of your resources is an event and appears here live. Add a webhook to receive events.`,
  addWebhook: t`Add webhook`,
  noMatch: t`No event of this type in the last 30 days.`,
  body: t`Webhook payload`,
} as const;
