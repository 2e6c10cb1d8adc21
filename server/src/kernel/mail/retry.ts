import type { Vault } from '../crypto.ts';
import type { MailRow } from './store.ts';

/** Links carry their secret after the #. Colours of the HTML part do too, so only the text part is searched. */
const SECRET_LINK = /https?:\/\/\S*#\S/;
const ASKED = 1;

/**
 * Returns whether the content may be kept for a retry. Mail that somebody asked for (resets, invitations, sign-ups) and mail with
 * a secret link is not kept: it is requested anew.
 */
export function canBeRetried({ asked_for, content }: Pick<MailRow, 'asked_for' | 'content'>, vault: Vault): boolean {
  if (content === null || asked_for === ASKED) return false;
  try {
    return !SECRET_LINK.test((JSON.parse(vault.open(content)) as { text: string }).text);
  } catch {
    return false;
  }
}
