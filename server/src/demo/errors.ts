import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  public_demo_forbids: {
    code: 'FORBIDDEN',
    message: 'The public demo does not allow this. Install Hostler to try it.',
  },
});
