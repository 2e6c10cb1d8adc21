import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { Messages } from './catalogue.ts';

/** A text that the server declares in a table, in ICU syntax. */
export interface DeclaredText {
  /** Kind of the text (`msgctxt`), which decides who loads its translation. */
  readonly context: string;
  readonly text: string;
  /** File that declares it, relative to the repository. */
  readonly file: string;
  /** Note for translators and for the programs that read the catalogue. */
  readonly note?: string;
}

/** Converts declared texts to messages of a catalogue. The same text in the same context is one message. */
export function toMessages(texts: readonly DeclaredText[]): Messages {
  const messages: Messages = {};
  for (const { context, text, file, note } of texts) {
    const id = generateMessageId(text, context);
    const { origin = [], comments = [] } = messages[id] ?? {};
    messages[id] = {
      message: text,
      context,
      origin: origin.some(([known]) => known === file) ? origin : [...origin, [file]],
      comments: note === undefined ? comments : [...comments, note],
      placeholders: {},
    };
  }
  return messages;
}
