import { defineFieldErrors } from '#kernel/define-errors.ts';

export const fieldErrors = defineFieldErrors({
  not_server_ids: 'must be ids of servers, separated by commas.',
  server_ids_count: 'must be 1 to {max} ids of servers.',
});
