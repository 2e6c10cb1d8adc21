import { AppError, type ErrorDetail } from './app-error.ts';
import { defineErrors, defineFieldErrors } from './define-errors.ts';
import type { ErrorCode } from './error-codes.ts';

export { AppError, type ErrorDetail, type ErrorParams, MAX_DETAILS } from './app-error.ts';
export { ERROR_CODES, type ErrorCode } from './error-codes.ts';

/** Reasons that are not particular to a module. */
export const errors = defineErrors({
  not_found: { code: 'NOT_FOUND', message: '{what} not found.' },
  invalid_fields: { code: 'VALIDATION_ERROR', message: 'The request data is invalid. See details.' },
  limit_reached: {
    code: 'QUOTA_EXCEEDED',
    message: 'This {each} has reached its limit of {amount} ({limit}). {advice}, or ask for a higher limit.',
  },
  too_many_sign_ins: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many sign-ins at the moment. Try again in {seconds} seconds.',
  },
});

/** Rules of schemas, and others that any module may use. */
export const fieldErrors = defineFieldErrors({
  required: 'is required.',
  wrong_type: 'must be {type}.',
  empty: 'must not be empty.',
  too_short: 'must be at least {min} characters long.',
  too_long: 'must be at most {max} characters long.',
  not_one_of: 'must be one of: {values}.',
  too_small: 'must be at least {min}.',
  too_large: 'must be at most {max}.',
  too_few_items: 'must have at least {min} items.',
  too_many_items: 'must have at most {max} items.',
  unknown_field: 'is not a known field.',
  unknown_name_like: 'is not a known field. Did you mean "{nearest}"?',
  repeated_item: 'must not name the same item twice.',
  control_characters: 'must not contain control characters.',
  broken_text: 'must not contain control characters or broken Unicode.',
  not_one_line: 'must be one line without control characters or broken Unicode.',
  direction_control: 'must not contain bidirectional control characters (U+202A–U+202E, U+2066–U+2069).',
  contains_link: 'must not contain :// or www.',
  wrong_format: 'must be a valid {format}.',
  not_one_line_of: 'must be one line of 1 to {max} characters.',
  not_date_time: 'must be a date-time, like 2027-01-31T12:00:00Z.',
  not_date_time_or_epoch: 'must be a date-time or epoch seconds.',
  start_not_before_end: 'must be before end.',
  list_only_desc: 'must be desc: this list has no other order.',
  not_email: 'must be an e-mail address.',
  not_future: 'must be in the future.',
  not_currency: 'must be three letters, like EUR.',
  not_whole_between: 'must be a whole number from {min} to {max}.',
  not_whole_at_least: 'must be a whole number of at least {min}.',
  not_length: 'must have 1 to {max} characters.',
  longer_than: 'must have at most {max} characters.',
  wrong_password: 'is wrong.',
  not_positive_integer: 'must be a positive integer.',
  sent_more_than_once: 'is sent more than once.',
  sent_with_different_values: 'is sent twice with different values. Send it once.',
  not_visible_ascii: 'must be 1 to {max} visible ASCII characters.',
  not_base64_file: 'must be a file in base64.',
  not_csv_file: 'is not a CSV file: {problem}',
  csv_too_many_lines: 'has more than {max} lines. Split it.',
  csv_unknown_columns: 'has unknown columns: {columns}. Allowed: {allowed}.',
  not_month: 'must be a month, like 2026-11.',
  unknown_staff_role: 'must be one or more of: {roles}.',
});

/**
 * Returns the same error for an unknown id and for an id of another customer, so that the two cannot be distinguished.
 */
export function notFound(what: string): AppError {
  return errors.not_found({ what });
}

/** An error without a reason of its own. Prefer a reason in the `errors.ts` of the module. */
export function conflict(message: string): AppError {
  return new AppError('CONFLICT', message);
}

export function isAppError(error: unknown, code: ErrorCode): error is AppError {
  return error instanceof AppError && error.code === code;
}

/** Generic message for an error whose details say everything. */
export const SEE_DETAILS = errors.invalid_fields.template;

export function validationError(details: readonly ErrorDetail[]): AppError {
  return errors.invalid_fields({ details });
}
