import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Mails about alerts. */
export const texts = defineTexts('mail', {
  alertSubject: 'Alert: {message}',
  resolvedSubject: 'Resolved: {message}',
  active: '{count, plural, one {# active alert} other {# active alerts}}',
  resolved: '{count, plural, other {# resolved}}',
  more: 'The first {shown} are listed below. The panel shows {more} more.',
  since: 'Since {time}',
  resolvedAt: 'Resolved {time}',
  openMonitoring: 'Open monitoring',
  change: 'Change these e-mails in the panel under Monitoring → Notifications.',
});
