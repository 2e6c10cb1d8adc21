import { type FieldError, GivenUp, readFailure } from '../api/failure.ts';
import { placeErrors } from './place-errors.ts';

/** Of a form of @mantine/form, what this needs of it. */
export interface ErrorForm {
  getValues(): object;
  setErrors(errors: Record<string, string>): void;
  getInputNode(path: string): HTMLElement | null;
}

/**
 * Puts every error of the answer at its field and the focus into the first. What belongs to no field of this form is
 * returned, to be shown above the buttons by `<Failure>`; null when all of it has found its place. `notFound` is what it
 * means where the answer is that there is no such thing: it names no field.
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
