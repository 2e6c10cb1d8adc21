import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Mails about servers. */
export const texts = defineTexts('mail', {
  readySubject: 'Your server {hostname} is ready',
  ready: 'Your new server {hostname} is running.',
  withKey: 'Log in with your SSH key.',
  withPassword: 'To log in, first get a one-time root password on the page of the server. No mail contains it.',
  withoutKey: 'To log in, first add an SSH key or set a root password on the page of the server.',
  logIn: 'Log in',
  terminal: 'Open the terminal in the browser',
  nextSteps: 'Next steps',
  pointDomain: 'Point a domain to the server',
  setFirewall: 'Set a firewall',
  takeBackup: 'Take a backup',
  openServer: 'Open the server',
  liftedSubject: 'Your server {hostname} is no longer suspended',
  lifted: 'The suspension of your server {hostname} has ended.',
  running: 'It is running again.',
  stopped: 'It is stopped, as it was before the suspension. You can start it.',
  broken: 'It could not be started. Restore it from a backup, or open a ticket.',
  server: 'Server',
  addresses: 'Addresses',
});
