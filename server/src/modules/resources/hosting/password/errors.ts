import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  engine_without_passwords: {
    code: 'CONFLICT',
    message: 'The engine of this server cannot set passwords. Replace the SSH keys instead.',
  },
});
