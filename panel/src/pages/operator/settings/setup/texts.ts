import { plural, t } from '@lingui/core/macro';
import type { Tone } from '#parts/status.tsx';
import type { EnginePart, SentMail, SetupStep } from './queries.ts';

export const STATES: Record<SetupStep['state'], { readonly label: string; readonly tone: Tone }> = {
  done: { label: t`Done`, tone: 'good' },
  skipped: { label: t`Skipped`, tone: 'idle' },
  missing: { label: t`Missing`, tone: 'wait' },
};

export const PARTS: Record<EnginePart['state'], { readonly label: string; readonly tone: Tone }> = {
  ok: { label: 'OK', tone: 'good' },
  attention: { label: t`Needs attention`, tone: 'wait' },
  'not reached': { label: t`Not reached`, tone: 'bad' },
};

export const MAILS: Record<SentMail['status'], { readonly label: string; readonly tone: Tone }> = {
  waiting: { label: t`Sending`, tone: 'wait' },
  sent: { label: t`Sent`, tone: 'good' },
  given_up: { label: t`Not sent`, tone: 'bad' },
};

export const texts = {
  title: t`Setup`,
  progress: (done: number, skipped: number, all: number) =>
    done === all
      ? t`All steps are done.`
      : plural(skipped, {
          0: `${done} of ${all} steps are done.`,
          one: `${done} of ${all} steps are done, # is skipped.`,
          other: `${done} of ${all} steps are done, # are skipped.`,
        }),
  steps: t`Steps`,
  required: t`Needed for sign-up`,
  skip: t`Skip this step`,
  keepNumbers: t`Start at 1`,
  signUp: {
    title: t`Public sign-up`,
    open: t`Open`,
    review: t`Open with review`,
    closed: t`Closed`,
    byChoice: t`The setting Sign-up is closed: customers join by invitation only.`,
    waits: (gaps: readonly string[]) => t`It stays closed until these steps are done: ${gaps.join(', ')}.`,
    despite: (mode: string, gaps: readonly string[]) =>
      t`The setting Sign-up is ${mode}, but it stays closed until these steps are done: ${gaps.join(', ')}.`,
    ready: t`People can sign up at /sign-up.`,
    unchecked: t`This installation does not wait for the steps below (demo, or HOSTLER_SIGNUP_CHECK=off).`,
  },
  variables: t`Environment variables of the server`,
  variablesText: t`Set them in the environment and restart the server. Their values are not shown.`,
  set: t`Set`,
  notSet: t`Not set`,
  series: {
    next: { invoice: t`Next invoice number`, credit_note: t`Next credit note number` },
    text: t`To continue the numbers of another program, enter the next number of this year. It cannot be lowered later.`,
    save: t`Save numbers`,
    saved: t`The numbers were saved.`,
    failed: t`The numbers were not saved`,
    last: (series: string, last: number) => t`${series}-${String(last + 1).padStart(6, '0')} is next.`,
  },
  mail: {
    to: t`Send a test mail to`,
    send: t`Send test mail`,
    failed: t`The test mail was not sent`,
    file: t`It was written to a file, because HOSTLER_SMTP_URL is not set.`,
  },
  engines: { title: t`Checks`, again: t`Check again` },
  plan: t`Open Catalog`,
  copies: t`The Debian package runs this command every night. Without it, schedule it as the user of the server:`,
  copiesCommand: t`hostler nightly-copy`,
  copiesKey: t`The copy does not contain the secret key. Keep the key in another place, too.`,
  colleagues: t`Open Staff`,
};
