import type { Vault } from '../crypto.ts';
import type { Attach } from './attachments.ts';
import type { RenderedLetter } from './letter.ts';

/** A mail as it is stored, encrypted. */
export interface MailContent extends RenderedLetter {
  readonly attach?: Attach | undefined;
}

export function sealContent(content: MailContent, vault: Vault): string {
  return vault.seal(JSON.stringify(content));
}

export function openContent(sealed: string, vault: Vault): MailContent {
  return JSON.parse(vault.open(sealed)) as MailContent;
}

/**
 * Returns the content without the secrets of its links; undefined if there are none. The HTML part is left out: it is only
 * needed to send the mail again, which is impossible without the secret.
 */
export function blankSecrets({ subject, text }: MailContent): MailContent | undefined {
  const blanked = hideSecrets(text);
  return blanked === text ? undefined : { subject, text: blanked, html: '' };
}

/** Links carry their secret after the #. Colours of the HTML part do too, so only the text part is searched. */
export function hideSecrets(text: string): string {
  return text.replace(/\S+/g, (word) => {
    const link = word.search(/https?:\/\//);
    const secret = link < 0 ? 0 : word.indexOf('#', link) + 1;
    return secret > 0 && secret < word.length ? `${word.slice(0, secret)}…` : word;
  });
}
