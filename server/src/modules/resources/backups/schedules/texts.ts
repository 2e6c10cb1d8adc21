import { defineTexts } from '#kernel/texts/define-texts.ts';

export const texts = defineTexts('mail', {
  subject: 'Backups of {label} fail',
  serverFailed: 'The last two scheduled backups of your server {label} failed. The backups that you have are kept.',
  databaseFailed: 'The last two scheduled backups of your database {label} failed. The backups that you have are kept.',
  retried: 'The backup is retried automatically.',
  reason: 'Reason',
  unknown: 'unknown',
  openBackups: 'Open backups',
});
