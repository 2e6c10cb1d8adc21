import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  delivery_is_test: {
    code: 'CONFLICT',
    message: 'This delivery is a test, whose event is not stored. Send another test event instead.',
  },
  webhook_of_delivery_removed: {
    code: 'CONFLICT',
    message: 'Webhook {webhook_id} was removed, so delivery {id} cannot be retried.',
  },
  delivery_not_failed: {
    code: 'CONFLICT',
    message: 'Delivery {id} is {status}. Only a failed delivery can be retried.',
  },
  webhook_not_active: {
    code: 'CONFLICT',
    message: 'The webhook is {status}. Set its status to active; waiting deliveries are then sent.',
  },
  webhook_cannot_be_disabled: {
    code: 'CONFLICT',
    message: 'Webhook {id} is {status}. Only an active webhook can be disabled.',
  },
  webhook_cannot_be_enabled: {
    code: 'CONFLICT',
    message: 'Webhook {id} is {status}. Only a disabled webhook can be enabled.',
  },
  event_unknown: { code: 'VALIDATION_ERROR', message: 'There is no event {event}.' },
});

export const fieldErrors = defineFieldErrors({
  events_missing: 'must name at least one event.',
  events_unknown: 'must be some of: {events}.',
});
