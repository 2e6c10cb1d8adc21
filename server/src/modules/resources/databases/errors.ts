import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  database_cannot_be_backed_up: {
    code: 'CONFLICT',
    message: 'This database is {status} and cannot be backed up now.',
  },
  database_cannot_be_restored: { code: 'CONFLICT', message: 'This database is {status}; it cannot be restored now.' },
  backup_engine_unknown: { code: 'CONFLICT', message: 'The engine of this backup is not known.' },
  database_name_taken: {
    code: 'DATABASE_ALREADY_EXISTS',
    message: 'This account already has a database named {name}. Choose another name.',
  },
  database_password_not_now: {
    code: 'CONFLICT',
    message: 'This database is {status}. Reset its password when it is active.',
  },
  database_being_restored: {
    code: 'CONFLICT',
    message: 'This database is being restored. Remove it when the restore has ended.',
  },
});

export const fieldErrors = defineFieldErrors({
  database_name_malformed:
    'must be a lower-case letter, followed by up to 47 lower-case letters, digits or underscores.',
});
