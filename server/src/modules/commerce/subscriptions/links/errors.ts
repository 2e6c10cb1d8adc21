import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  link_of_pending_order: {
    code: 'CONFLICT',
    message: 'Subscription {id} is an order that is not delivered yet. Wait for its server, or cancel it.',
  },
  link_of_cancelled: { code: 'CONFLICT', message: 'Subscription {id} is cancelled. Create a new one.' },
  link_of_suspended: {
    code: 'CONFLICT',
    message: 'Subscription {id} is suspended. Settle its overdue invoices first, then link the server.',
  },
  subscription_has_server: {
    code: 'CONFLICT',
    message: 'Subscription {id} has server {server} already. Unlink it first: hostler subscription unlink --id {id}',
  },
  server_has_subscription: {
    code: 'CONFLICT',
    message:
      'Subscription {id} pays for server {server} already. Unlink it first: hostler subscription unlink --id {id}',
  },
  subscription_without_server: {
    code: 'CONFLICT',
    message: 'Subscription {id} has no server. There is nothing to unlink.',
  },
});
