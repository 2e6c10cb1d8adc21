import { defineTexts } from '#kernel/texts/define-texts.ts';

export const texts = defineTexts('mail', {
  subject: 'Backup {name} could not be verified',
  failed: 'The backup {name} could not be restored into a temporary copy. Your data was not changed.',
  next: 'Create a new backup and verify it. If that fails too, write to support.',
  reason: 'Reason',
  unknown: 'unknown',
  openBackups: 'Open backups',
});
