import type { Tone } from '#parts/status.tsx';
import type { EnginePart, SentMail, SetupStep } from './queries.ts';

export const STATES: Record<SetupStep['state'], { readonly label: string; readonly tone: Tone }> = {
  done: { label: 'Done', tone: 'good' },
  skipped: { label: 'Skipped', tone: 'idle' },
  missing: { label: 'Missing', tone: 'wait' },
};

export const PARTS: Record<EnginePart['state'], { readonly label: string; readonly tone: Tone }> = {
  ok: { label: 'OK', tone: 'good' },
  attention: { label: 'Needs attention', tone: 'wait' },
  'not reached': { label: 'Not reached', tone: 'bad' },
};

export const MAILS: Record<SentMail['status'], { readonly label: string; readonly tone: Tone }> = {
  waiting: { label: 'Sending', tone: 'wait' },
  sent: { label: 'Sent', tone: 'good' },
  given_up: { label: 'Not sent', tone: 'bad' },
};

export const texts = {
  title: 'Setup',
  progress: (done: number, skipped: number, all: number) =>
    done === all
      ? 'All steps are done.'
      : `${done} of ${all} steps are done${skipped > 0 ? `, ${skipped} ${skipped === 1 ? 'is' : 'are'} skipped` : ''}.`,
  steps: 'Steps',
  required: 'Needed for sign-up',
  skip: 'Skip this step',
  keepNumbers: 'Start at 1',
  signUp: {
    title: 'Public sign-up',
    open: 'Open',
    review: 'Open with review',
    closed: 'Closed',
    byChoice: 'The setting Sign-up is closed: customers join by invitation only.',
    waits: (gaps: readonly string[]) => `It stays closed until these steps are done: ${gaps.join(', ')}.`,
    despite: (mode: string, gaps: readonly string[]) =>
      `The setting Sign-up is ${mode}, but it stays closed until these steps are done: ${gaps.join(', ')}.`,
    ready: 'People can sign up at /sign-up.',
    unchecked: 'This installation does not wait for the steps below (demo, or HOSTLER_SIGNUP_CHECK=off).',
  },
  variables: 'Environment variables of the server',
  variablesText: 'Set them in the environment and restart the server. Their values are not shown.',
  set: 'Set',
  notSet: 'Not set',
  series: {
    next: { invoice: 'Next invoice number', credit_note: 'Next credit note number' },
    text: 'To continue the numbers of another program, enter the next number of this year. It cannot be lowered later.',
    save: 'Save numbers',
    saved: 'The numbers were saved.',
    failed: 'The numbers were not saved',
    last: (series: string, last: number) => `${series}-${String(last + 1).padStart(6, '0')} is next.`,
  },
  mail: {
    to: 'Send a test mail to',
    send: 'Send test mail',
    failed: 'The test mail was not sent',
    file: 'It was written to a file, because HOSTLER_SMTP_URL is not set.',
  },
  engines: { title: 'Checks', again: 'Check again' },
  plan: 'Open Catalog',
  copies: 'Run this command every night, as the user of the server:',
  copiesCommand: 'hostler backup-data --to /var/backups/hostler-$(date +%F).copy',
  copiesKey: 'The copy does not contain the secret key. Keep the key in another place, too.',
  colleagues: 'Open Staff',
};
