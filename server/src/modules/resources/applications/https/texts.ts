import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Mails about certificates. */
export const texts = defineTexts('mail', {
  subject: 'The certificate of {domain} could not be renewed',
  failed:
    'The certificate of {domain}, where {name} runs, could not be renewed. Visitors get a warning when it expires.',
  retried: 'The renewal is retried automatically. Check that the domain points to the server and that port 80 is open.',
  reason: 'Reason',
  expires: 'Expires',
  unknown: 'unknown',
  openApplication: 'Open the application',
});
