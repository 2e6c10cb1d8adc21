import { GivenUp, readFailure } from '../api/failure.ts';

/** Of a form of @mantine/form, what this needs of it. */
export interface ErrorForm {
  getValues(): object;
  setErrors(errors: Record<string, string>): void;
  getInputNode(path: string): HTMLElement | null;
}

/**
 * Puts every error of the answer at its field and the focus into the first. What belongs to no field of this form is
 * returned, to be shown above the buttons by `<Failure>`; null when all of it has found its place.
 */
export function showFormErrors(form: ErrorForm, error: unknown): unknown {
  if (error instanceof GivenUp) return null;
  const { details } = readFailure(error);
  const fields = Object.keys(form.getValues());
  const placed = details.filter(({ field }) => fields.includes(rootOf(field)));
  form.setErrors(Object.fromEntries(placed.map(({ field, message }) => [field, toSentence(message)])));
  const first = placed[0];
  if (first) {
    requestAnimationFrame(() => (form.getInputNode(first.field) ?? form.getInputNode(rootOf(first.field)))?.focus());
  }
  return placed.length > 0 && placed.length === details.length ? null : error;
}

/** `records.3.content` is an error of the field `records`. */
function rootOf(field: string): string {
  return field.split(/[.[]/)[0] ?? field;
}

/** The API says `must be shorter`, of a field that it names before. */
function toSentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
