import { AppError, validationError } from '#kernel/errors.ts';
import { setAccountLimit } from '#kernel/limits/account-limits.ts';
import type { LimitBook } from '#kernel/limits/limit-book.ts';
import type { LimitChanges } from '#kernel/limits/settings.ts';
import { requireAccount } from '../service.ts';
import { fieldErrors } from './errors.ts';

export type LimitOperatorService = ReturnType<typeof createLimitOperatorService>;

export function createLimitOperatorService({ book }: { book: LimitBook }) {
  function* show({ account_id }: { account_id: number }) {
    yield* requireAccount(account_id);
    return { account_id, limits: yield* book.read(account_id) };
  }

  /** Applies all changes or none. */
  function* change({ account_id, limits }: { account_id: number; limits: LimitChanges }) {
    checkNames(limits);
    checkValues(limits);
    yield* requireAccount(account_id);
    for (const [name, value] of Object.entries(limits)) yield* setAccountLimit(account_id, name, value);
    return yield* show({ account_id });
  }

  function checkNames(limits: LimitChanges): void {
    const unknown = book.findUnknown(Object.keys(limits));
    if (!unknown) return;
    const details = [fieldErrors.limits_unknown('limits')];
    throw new AppError('VALIDATION_ERROR', unknown, { details });
  }

  return { show, change };
}

function checkValues(limits: LimitChanges): void {
  const wrong = Object.entries(limits).filter(([, value]) => typeof value === 'number' && !isAmount(value));
  const message = 'must be a whole number, or none.';
  if (wrong.length > 0) throw validationError(wrong.map(([name]) => ({ field: `limits.${name}`, message })));
}

function isAmount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
