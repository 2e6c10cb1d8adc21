import type { Letter } from '#kernel/mail/letter.ts';
import { formatTime } from '#kernel/time.ts';
import type { Incident } from './operator-store.ts';

export function writeFired({ subject, message, since }: Incident): Letter {
  return {
    subject: message,
    paragraphs: [
      message,
      subject.startsWith('engine ')
        ? 'Work of customers on it waits, and continues by itself when it answers again.'
        : 'Customers are not notified, because their servers may be running. Their rules neither fire nor resolve until it responds again.',
    ],
    facts: [['Since', formatTime(since)]],
    notes: ['You receive this e-mail because you are staff. Run `hostler doctor` for details.'],
  };
}

export function writeOver({ message, since }: Incident, now: number): Letter {
  return {
    subject: `Resolved: ${message}`,
    paragraphs: ['It responds again.', message],
    facts: [
      ['From', formatTime(since)],
      ['To', formatTime(now)],
    ],
  };
}
