import type { Letter } from '#kernel/mail/letter.ts';

/** Notifies staff that a new server waits for an address. */
export function writeExhausted(region: string, hostname: string): Letter {
  return {
    subject: `No IP address is free in the region ${region}`,
    paragraphs: [
      `The new server ${hostname} waits for an address. The address pools of its region have no free address.`,
      'Add a pool, or release reserved addresses. Servers that wait are then created automatically within a minute.',
    ],
    facts: [
      ['Region', region],
      ['Add a pool', `hostler address pool create --network NETWORK --gateway GATEWAY --region ${region}`],
      ['Show the pools', 'hostler address pool list'],
    ],
    notes: ['The customer sees that the server waits. This mail is sent once a day for each region.'],
  };
}
