import type { SshKey } from '@hostler/sdk';

/** Keys of a form, split into keys of the account and other text. */
export interface KeyLines {
  /** Public keys that the account keeps, in the order of the text. */
  readonly chosen: readonly string[];
  /** The other lines, as they were typed. */
  readonly typed: string;
}

/** Splits a text with one key per line. */
export function splitLines(text: string, keys: readonly Pick<SshKey, 'public_key'>[]): KeyLines {
  const kept = new Set(keys.map(({ public_key }) => public_key));
  const lines = text.split('\n');
  return {
    chosen: [...new Set(lines.filter((line) => kept.has(line)))],
    typed: lines.filter((line) => !kept.has(line)).join('\n'),
  };
}

/** Joins the parts to one text. The typed lines come first, so that the API counts them as they are shown. */
export function joinLines({ chosen, typed }: KeyLines): string {
  if (chosen.length === 0) return typed;
  return [...(typed === '' ? [] : [typed]), ...chosen].join('\n');
}

/** Returns the keys of a text without empty lines. */
export function listLines(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}
