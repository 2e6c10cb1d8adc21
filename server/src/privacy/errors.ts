import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  only_owner_of_accounts: {
    code: 'CONFLICT',
    message:
      'This person is the only owner of account {accounts}. Invite another owner first, or use --force to leave it without one.',
  },
  file_exists: { code: 'CONFLICT', message: '{path} exists already.' },
});
