import type { Letter } from '#kernel/mail/letter.ts';
import type { StaleName } from './store.ts';

/** Addresses that a letter names. */
const MOST_NAMED = 5;

/** Notifies staff that the name server refuses to remove the reverse names of released addresses. */
export function writeNotReset(zone: string, stale: readonly StaleName[], reason: string): Letter {
  const named = stale.slice(0, MOST_NAMED).map(({ address }) => address);
  const more = stale.length > named.length ? ` and ${stale.length - named.length} more` : '';
  return {
    subject: `Reverse names in ${zone} cannot be reset`,
    paragraphs: [
      'The name server refuses to remove the reverse names of released addresses. No server gets these addresses until their names are removed.',
      'Check the zone on the name server: Hostler must own it. The removal is retried every 10 minutes.',
    ],
    facts: [
      ['Zone', zone],
      ['Addresses', `${named.join(', ')}${more}`],
      ['Reason', reason],
      ['Check the engines', 'hostler doctor'],
    ],
    notes: ['This mail is sent once a day for each zone.'],
  };
}
