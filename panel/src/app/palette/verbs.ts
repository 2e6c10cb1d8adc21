import { t } from '@lingui/core/macro';
import type { PowerVerb } from '../../resources/servers/queries.ts';

/** A typed command: `restart web1` or `pay invoice INV-2026-000004`. */
export interface AskedVerb {
  readonly verb: PowerVerb | 'pay';
  /** Part of the name of the server, or of the number of the invoice. May be empty. */
  readonly name: string;
}

/** English works in every language. */
const WORDS: Readonly<Record<AskedVerb['verb'], readonly string[]>> = {
  restart: ['restart', 'reboot', t`Restart`],
  start: ['start', t`Start`],
  stop: ['stop', t`Stop`],
  pay: [t`Pay invoice`, t`Pay`, 'pay invoice', 'pay'],
};

/** Reads a verb and a name. Returns null if the text begins with no verb. */
export function readVerb(typed: string): AskedVerb | null {
  const text = typed.trim().replace(/\s+/g, ' ');
  const candidates = (Object.keys(WORDS) as AskedVerb['verb'][]).flatMap((verb) =>
    WORDS[verb].map((word) => ({ verb, word: word.toLowerCase() })),
  );
  // The longest word first: `pay invoice` before `pay`.
  const found = candidates
    .sort((one, other) => other.word.length - one.word.length)
    .find(({ word }) => `${text.toLowerCase()} `.startsWith(`${word} `));
  return found ? { verb: found.verb, name: text.slice(found.word.length).trim() } : null;
}
