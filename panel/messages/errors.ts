import { packText } from '../../packages/texts/src/parse.ts';
import type { ErrorTexts } from '../src/locales/error-texts.ts';
import type { Catalogue } from './catalogue.ts';

/** Begins a note of a message that names the reason of an error. */
export const REASON_NOTE = 'reason: ';

/** Begins the context of a word in the params of errors, before the name of the param. */
export const PARAM_CONTEXT = 'param ';

/** Returns the translations of errors by reason: browsers know the reason of an error and not its English template. */
export function translationsOfErrors(catalogue: Catalogue): ErrorTexts {
  const texts: ErrorTexts = { reasons: {}, words: {} };
  for (const [id, { message = id, context = '', translation, comments = [] }] of Object.entries(catalogue)) {
    if (!translation) continue;
    for (const note of comments.filter((line) => line.startsWith(REASON_NOTE))) {
      texts.reasons[note.slice(REASON_NOTE.length)] = packText(translation);
    }
    if (context.startsWith(PARAM_CONTEXT)) {
      const param = context.slice(PARAM_CONTEXT.length);
      texts.words[param] = { ...texts.words[param], [message]: translation };
    }
  }
  return texts;
}
