import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  account_already_suspended: {
    code: 'CONFLICT',
    message: 'This account is already suspended for this cause ({cause}). Resume it first to change the reason.',
  },
  account_not_suspended: { code: 'CONFLICT', message: 'This account is not suspended.' },
  account_suspended_for_several: {
    code: 'CONFLICT',
    message: 'This account is suspended for several causes ({causes}). Say which one ends: --cause.',
  },
  account_not_suspended_for: {
    code: 'CONFLICT',
    message: 'This account is not suspended for this cause ({cause}), but for: {causes}.',
  },
});
