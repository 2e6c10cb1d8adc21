import type { DeclaredText } from '../../panel/messages/declared.ts';
import { REASON_NOTE } from '../../panel/messages/errors.ts';
import { readReasons } from '../docs/reasons.ts';

/** Returns the texts of all errors. Their notes name the reasons, by which a browser finds the translations. */
export async function readErrorTexts(): Promise<DeclaredText[]> {
  return (await readReasons()).map(({ file, reason, template, code }) => ({
    context: code ? 'error' : 'field',
    text: template,
    file: `server/src/${file}`,
    note: `${REASON_NOTE}${reason}`,
  }));
}
