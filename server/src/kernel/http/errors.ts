import { defineErrors } from '../define-errors.ts';

/** Reasons of the HTTP layer. */
export const errors = defineErrors({
  rate_limited: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests. Try again in {seconds} seconds.' },
  too_many_concurrent_requests: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many concurrent requests. Send fewer at a time, and repeat this one after 1 second.',
  },
  request_cancelled: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'The request was cancelled while it waited in the queue. Send it again.',
  },
  search_limit_reached: {
    code: 'RATE_LIMIT_EXCEEDED',
    message:
      'Search limit reached: the searches and the long time windows of this account read too many records. Use a longer search text or a shorter time window, or try again in {seconds} seconds.',
  },
  too_many_own_streams: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'You have {max} streams open, which is the most. Close one, or try again in {seconds} seconds.',
  },
  too_many_streams_of_account: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'This account has {max} streams open, which is the most. Close one, or try again in {seconds} seconds.',
  },
  too_many_streams: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'There are too many streams open. Close one, or try again in {seconds} seconds.',
  },
  unknown_path: {
    code: 'NOT_FOUND',
    message: 'This path or method does not exist. See the API reference at /docs.',
  },
  path_too_long: { code: 'NOT_FOUND', message: 'This path does not exist. See the API reference at /docs.' },
  page_not_found: { code: 'NOT_FOUND', message: 'This page does not exist.' },
  image_address_not_found: { code: 'NOT_FOUND', message: 'There is no image at this address.' },
  panel_file_not_found: { code: 'NOT_FOUND', message: 'The panel has no file with this name. Reload the page.' },
  socket_not_found: { code: 'NOT_FOUND', message: 'There is no WebSocket at this path.' },
  foreign_socket_origin: {
    code: 'FORBIDDEN',
    message: 'The Origin header is foreign. Only pages of this panel can connect.',
  },
  server_shuts_down: { code: 'INTERNAL_ERROR', message: 'The server shuts down. Connect again.' },
  socket_failed: { code: 'INTERNAL_ERROR', message: 'Try again later.' },
  view_only_reads: {
    code: 'FORBIDDEN',
    message: 'You are viewing this account as its customer, and can only read. Make changes in the console.',
  },
  scope_missing: { code: 'FORBIDDEN', message: 'The credentials lack the required scope {scopes}.' },
  role_missing: { code: 'FORBIDDEN', message: 'The credentials lack the required role {roles}.' },
  right_missing: { code: 'FORBIDDEN', message: 'The credentials lack the required right {rights}.' },
  id_missing: {
    code: 'MISSING_ID',
    message: 'The parameter {parameter} is missing. Send it in the query or, for POST, in the JSON body.',
  },
  invalid_parameter: { code: 'BAD_REQUEST', message: 'The parameter {parameter} {problem}' },
  invalid_parameters: { code: 'BAD_REQUEST', message: 'A query parameter is invalid. See details.' },
  too_many_to_sort: {
    code: 'BAD_REQUEST',
    message:
      'Sorting by {field} reaches the first and last {max} items of a list, and up to {max} items with a filter or search. Narrow the list with status or search, or omit sort_by.',
  },
  idempotency_key_malformed: {
    code: 'BAD_REQUEST',
    message: 'Idempotency-Key must be 1 to 255 visible ASCII characters.',
  },
  idempotency_key_used: {
    code: 'IDEMPOTENCY_KEY_REUSED',
    message: 'This Idempotency-Key was already used with a different request. Send a new key.',
  },
  body_not_json: {
    code: 'BAD_REQUEST',
    message: 'The body must be JSON. Send it with the header Content-Type: application/json.',
  },
  body_invalid_json: { code: 'BAD_REQUEST', message: 'The body is not valid JSON.' },
  body_not_utf8: { code: 'BAD_REQUEST', message: 'The body is not valid UTF-8.' },
  body_too_deep: { code: 'BAD_REQUEST', message: 'The body is nested deeper than {max} levels.' },
  body_too_many_values: { code: 'BAD_REQUEST', message: 'The body has more than {max} values.' },
  body_forbidden_name: {
    code: 'BAD_REQUEST',
    message: 'The body uses a forbidden name (__proto__ or constructor).',
  },
  unknown_field_like: {
    code: 'VALIDATION_ERROR',
    message: 'Unknown field "{field}". Did you mean "{nearest}"?',
  },
  unknown_field_among: { code: 'VALIDATION_ERROR', message: 'Unknown field "{field}". Known fields: {known}.' },
  body_wrong_length: {
    code: 'BAD_REQUEST',
    message: 'The body does not have the length that Content-Length says.',
  },
  body_incomplete: { code: 'BAD_REQUEST', message: 'The connection was closed before the body was complete.' },
  body_too_large: { code: 'PAYLOAD_TOO_LARGE', message: 'The body is larger than {limit}. Send a smaller one.' },
  url_malformed: { code: 'BAD_REQUEST', message: 'The URL is malformed.' },
  headers_too_large: {
    code: 'BAD_REQUEST',
    message: 'The request headers are too large. Send fewer or shorter headers.',
  },
  request_timed_out: { code: 'BAD_REQUEST', message: 'The request did not arrive in time.' },
  not_http: { code: 'BAD_REQUEST', message: 'The request is not valid HTTP.' },
  changed_concurrently: {
    code: 'CONFLICT',
    message: 'The record is being changed concurrently. Nothing was changed; try again.',
  },
  simulated_conflict: {
    code: 'CONFLICT',
    message: 'Simulated failure: the request has the header X-Sandbox-Scenario.',
  },
  simulated_error: {
    code: 'INTERNAL_ERROR',
    message: 'Simulated failure: the request has the header X-Sandbox-Scenario.',
  },
  unexpected_error: {
    code: 'INTERNAL_ERROR',
    message: 'An unexpected error occurred. Contact support and quote the request id {request_id}.',
  },
  metrics_token_required: {
    code: 'UNAUTHORIZED',
    message: 'Send Authorization: Bearer with the value of HOSTLER_METRICS_TOKEN.',
  },
  panel_header_missing: {
    code: 'FORBIDDEN',
    message: 'The header {header} is missing. Send {header}: 1 with every write.',
  },
  foreign_origin: {
    code: 'FORBIDDEN',
    message: 'The Origin header is missing or foreign. Only pages of this panel can send this request.',
  },
  public_url_missing: {
    code: 'FORBIDDEN',
    message:
      'The Origin header is missing or foreign. Only pages of this panel can send this request. The operator must set HOSTLER_PUBLIC_URL to the address of the panel.',
  },
});
