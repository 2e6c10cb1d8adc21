import { join } from 'node:path';
import { HOUR } from '#kernel/time.ts';
import { drawNoise, hashText } from '../simulation/hash.ts';
import { openRecordFolder } from '../simulation/record-folder.ts';
import { createSimulation, type SimulationOptions } from '../simulation/simulation.ts';
import { checkMailDomain, checkMailDomainName } from './domain-rules.ts';
import type { MailboxSpec, MailDomain, MailDriver } from './driver.ts';

interface SimulatedDomain {
  domain: MailDomain;
  /** Creation time of each mailbox, by address. */
  since: Record<string, number>;
}

/** Growth of a busy mailbox per hour. */
const MOST_BYTES_PER_HOUR = 2 ** 20;
const FULLEST = 0.9;

/** A mail server that only stores its domains, and simulates growing mailboxes. */
export function createSimulatedMail(options: SimulationOptions): MailDriver {
  const simulation = createSimulation(options);
  const domains = openRecordFolder<SimulatedDomain>(join(options.dir, 'domains'));

  return {
    check: simulation.check,

    putDomain: (domain, options) =>
      simulation.run('putDomain', domain.name, options, async (passTime) => {
        checkMailDomain(domain);
        await passTime(0.1);
        const before = (await domains.read(domain.name))?.since ?? {};
        const now = simulation.now();
        const since = Object.fromEntries(domain.mailboxes.map(({ address }) => [address, before[address] ?? now]));
        await domains.write(domain.name, { domain, since });
      }),

    removeDomain: (name, options) =>
      simulation.run('removeDomain', name, options, async (passTime) => {
        checkMailDomainName(name);
        await passTime(0.1);
        await domains.remove(name);
      }),

    usage: (options) =>
      simulation.run('usage', '', options, async () => {
        const now = simulation.now();
        const found = (await domains.list()).flatMap(({ domain, since }) =>
          domain.mailboxes.map((mailbox): [string, number] => {
            const hours = (now - (since[mailbox.address] ?? now)) / HOUR;
            return [mailbox.address, domain.local ? fill(mailbox, hours) : 0];
          }),
        );
        return new Map(found);
      }),
  };
}

/** Returns the size of a mailbox: each grows at its own rate, and none is ever full. */
function fill({ address, quotaMb }: MailboxSpec, hours: number): number {
  const pace = (0.05 + drawNoise(hashText(address), 0)) * MOST_BYTES_PER_HOUR;
  return Math.round(Math.min(pace * Math.max(0, hours), quotaMb * 2 ** 20 * FULLEST));
}
