import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  billing_day_too_far: { code: 'CONFLICT', message: '{distance} At most {max} days are allowed.' },
  billing_day_needs_confirmation: {
    code: 'CONFLICT',
    message: '{distance} More than {max} days need --yes; --dry-run lists what would be done.',
  },
  billing_held: {
    code: 'CONFLICT',
    message: 'Billing is held. hostler doctor says why; hostler billing run --yes continues.',
  },
  billing_step_failed: { code: 'CONFLICT', message: '{step} {id} failed again: {problem}' },
  billing_step_waits: { code: 'CONFLICT', message: 'Waits with all others of this step. {hold}' },
});
