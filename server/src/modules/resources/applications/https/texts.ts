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

/** Mail about a certificate that expires because the operator switched certificates off. */
export const switchedOffTexts = defineTexts('mail', {
  subject: 'The certificate of {domain} expires and is not renewed',
  expires:
    'The certificate of {domain}, where {name} runs, is not renewed, because we no longer offer certificates. Visitors get a warning when it expires.',
  advice: 'Install a certificate of your own on the server, or open a ticket if you need help.',
  end: 'Expires',
  openApplication: 'Open the application',
});
