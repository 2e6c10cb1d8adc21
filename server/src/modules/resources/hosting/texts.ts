import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Mails about servers. */
export const texts = defineTexts('mail', {
  readySubject: 'Your server {hostname} is ready',
  ready: 'Your new server {hostname} is running.',
  openServer: 'Open the server',
  liftedSubject: 'Your server {hostname} is no longer suspended',
  lifted: 'The suspension of your server {hostname} has ended.',
  running: 'It is running again.',
  stopped: 'It is stopped, as it was before the suspension. You can start it.',
  broken: 'It could not be started. Restore it from a backup, or open a ticket.',
  server: 'Server',
  addresses: 'Addresses',
});
