import { type FieldError, GivenUp, readFailure } from '../requests/failure.ts';
import { placeErrors } from './place-errors.ts';

/** The part of a @mantine/form form that is used here. */
export interface ErrorForm {
  getValues(): object;
  setErrors(errors: Record<string, string>): void;
  getInputNode(path: string): HTMLElement | null;
}

/**
 * Shows each API error at its field and focuses the first one. Returns the error if a part of it belongs to no field,
 * to be shown with `<Failure>`; otherwise null. `notFound` assigns a NOT_FOUND response, which names no field, to a
 * field.
 */
export function showFormErrors(form: ErrorForm, error: unknown, notFound?: FieldError): unknown {
  if (error instanceof GivenUp) return null;
  const isShown = (path: string) => form.getInputNode(path) !== null;
  const { status, details } = readFailure(error);
  const told = status === 404 && notFound ? [notFound] : details;
  const { errors, first, isAll } = placeErrors(told, Object.keys(form.getValues()), isShown);
  form.setErrors(errors);
  if (first !== undefined) requestAnimationFrame(() => form.getInputNode(first)?.focus());
  return isAll ? null : error;
}
