import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  order_refused: { code: 'FORBIDDEN', message: 'This order cannot be accepted. Contact support.' },
  sign_up_refused: { code: 'FORBIDDEN', message: 'This sign-up cannot be accepted. Contact support.' },
  block_exists: { code: 'CONFLICT', message: 'This value is already on the block list.' },
  order_payment_in_progress: {
    code: 'CONFLICT',
    message: 'A payment of order {id} is in progress. Wait for its result, then refuse the order.',
  },
  order_changed: { code: 'CONFLICT', message: 'Order {id} changed at the same time. Load it again.' },
  order_needs_no_review: { code: 'CONFLICT', message: 'Order {id} needed no review.' },
  order_already_decided: { code: 'CONFLICT', message: 'Order {id} was already {status}{by}. Nothing was changed.' },
});

export const fieldErrors = defineFieldErrors({
  block_kinds_unknown: 'must be one or more of: {kinds}.',
});
