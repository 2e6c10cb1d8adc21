import type { Option } from './command.ts';
import { hasDirectionControl, NO_DIRECTION_CONTROL } from './name.ts';

/** Except line breaks and tabs. */
const CONTROL = /(?![\n\r\t])\p{Cc}/u;

/**
 * Checks a text that customers may read by the rules for their own input. An empty variable of a script is refused,
 * too. Returns undefined if the text is valid.
 */
export function findTextProblem(text: string, { required, repeatable, prose, default: fallback }: Option) {
  const isNeeded = required || repeatable || Boolean(fallback);
  if (isNeeded && text.trim() === '') return 'must not be empty.';
  if (CONTROL.test(text)) return 'must not contain control characters.';
  if (!prose && hasDirectionControl(text)) return NO_DIRECTION_CONTROL;
  return undefined;
}

/** Splits a comma-separated list. */
export function splitList(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter(Boolean);
}
