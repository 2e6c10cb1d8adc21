import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  owner_exists: {
    code: 'CONFLICT',
    message: 'There is an owner already. Owners add others with: hostler operator create',
  },
  login_exists: {
    code: 'CONFLICT',
    message:
      '{email} already has a login. Use another address, or run: hostler operator create --email {email} --role owner',
  },
  step_already_skipped: { code: 'CONFLICT', message: 'The step {id} was already skipped.' },
});
