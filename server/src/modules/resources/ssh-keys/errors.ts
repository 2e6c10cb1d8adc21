import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  ssh_key_exists: { code: 'CONFLICT', message: 'The account already has this key. Its name is {name}.' },
});
