import type { WriteLetter } from '#kernel/mail/letter.ts';
import { texts } from './texts.ts';

export function writeReset(url: string): WriteLetter {
  return (say) => ({
    subject: say(texts.subject),
    paragraphs: [say(texts.requested)],
    action: { label: say(texts.subject), url },
    notes: [say(texts.note)],
  });
}
