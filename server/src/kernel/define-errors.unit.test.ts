import { expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { defineErrors, defineFieldErrors } from './define-errors.ts';
import { errorBody } from './http/envelope.ts';

const errors = defineErrors({
  locked: { code: 'CONFLICT', message: 'It is locked.' },
  named: { code: 'FORBIDDEN', message: '{name} has {count} of {name}.' },
});
const fieldErrors = defineFieldErrors({ odd: 'is odd.', most: 'must have at most {max} of {what}.' });

const bodyOf = (error: AppError) => JSON.parse(errorBody(error));

it('makes the message from the template and its params', () => {
  const error = errors.named({ name: 'Ann {count}', count: 3 });
  expect([error.code, error.message]).toEqual(['FORBIDDEN', 'Ann {count} has 3 of Ann {count}.']);
  expect(bodyOf(error)).toEqual({
    success: false,
    error: { code: 'FORBIDDEN', message: error.message, reason: 'named', params: { name: 'Ann {count}', count: 3 } },
  });
});

it('has no params if the template has no placeholders', () => {
  const error = errors.locked({ headers: { 'retry-after': '1' }, transient: true });
  expect(errorBody(error)).toBe(
    '{"success":false,"error":{"code":"CONFLICT","message":"It is locked.","reason":"locked"}}',
  );
  expect([error.headers, error.transient]).toEqual([{ 'retry-after': '1' }, true]);
});

it('gives each field its reason and its params', () => {
  const details = [fieldErrors.odd('a'), fieldErrors.most('b[2]', { max: 4, what: '"x"' })];
  expect(bodyOf(errors.locked({ details })).error.details).toEqual([
    { field: 'a', message: 'is odd.', reason: 'odd' },
    { field: 'b[2]', message: 'must have at most 4 of "x".', reason: 'most', params: { max: 4, what: '"x"' } },
  ]);
});

it('gives errors and fields without a table the general reason of their code', () => {
  const error = new AppError('QUOTA_EXCEEDED', 'A "full"\nhouse.', { details: [{ field: 'a', message: 'is bad.' }] });
  expect(bodyOf(error).error).toEqual({
    code: 'QUOTA_EXCEEDED',
    message: 'A "full"\nhouse.',
    reason: 'quota_exceeded',
    details: [{ field: 'a', message: 'is bad.', reason: 'invalid' }],
  });
});

it('keeps reason and params if the details change', () => {
  const error = errors.named({ name: 'Ann', count: 3 }, { details: [fieldErrors.odd('a')] });
  expect(bodyOf(error.withDetails([fieldErrors.odd('b')])).error).toEqual({
    ...bodyOf(error).error,
    details: [{ field: 'b', message: 'is odd.', reason: 'odd' }],
  });
  expect(bodyOf(error.withDetails()).error).not.toHaveProperty('details');
});
