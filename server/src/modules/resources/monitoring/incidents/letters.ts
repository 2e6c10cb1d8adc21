import type { Letter } from '../../../../kernel/mail/letter.ts';
import { formatTime } from '../../../../kernel/time.ts';
import type { Incident } from './operator-store.ts';

export function writeFired({ message, since }: Incident): Letter {
  return {
    subject: message,
    paragraphs: [
      message,
      'Customers are not told: their servers may be well, and rules of theirs neither fire nor resolve until it answers again.',
    ],
    facts: [['Since', formatTime(since)]],
    notes: ['You get this because you work for this installation. `hostler doctor` says more.'],
  };
}

export function writeOver({ message, since }: Incident, now: number): Letter {
  return {
    subject: `Over: ${message}`,
    paragraphs: ['It answers again.', message],
    facts: [
      ['From', formatTime(since)],
      ['To', formatTime(now)],
    ],
  };
}
