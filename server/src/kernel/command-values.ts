import type { Option } from './command.ts';
import { fieldErrors } from './errors.ts';
import { hasDirectionControl } from './name.ts';

/** Except line breaks and tabs. */
const CONTROL = /(?![\n\r\t])\p{Cc}/u;

/**
 * Checks a text that customers may read by the rules for their own input. An empty variable of a script is refused,
 * too. Returns the broken rule, or undefined if the text is valid.
 */
export function findTextProblem(text: string, { required, repeatable, prose, default: fallback }: Option) {
  const isNeeded = required || repeatable || Boolean(fallback);
  if (isNeeded && text.trim() === '') return fieldErrors.empty;
  if (CONTROL.test(text)) return fieldErrors.control_characters;
  if (!prose && hasDirectionControl(text)) return fieldErrors.direction_control;
  return undefined;
}

/** Splits a comma-separated list. */
export function splitList(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter(Boolean);
}
