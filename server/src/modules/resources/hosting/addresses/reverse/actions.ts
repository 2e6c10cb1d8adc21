import type { Database } from '@hostler/database';
import type { DnsDriver } from '#engines/dns/driver.ts';
import type { ActionKind } from '#kernel/jobs/action-kind.ts';
import { HOSTING_RESOURCE } from '../../resource.ts';
import { planZone, publishNames, type ReverseInput } from './plan.ts';
import { noteWritten, undoReverse } from './store.ts';

interface Published {
  /** The name of the address that the zone has now. */
  written: string | null;
}

interface Dependencies {
  db: Database;
  dns: Pick<DnsDriver, 'putZone' | 'setPointer'>;
  nameservers: readonly string[];
}

export type ReverseActions = ReturnType<typeof reverseActions>;

export function reverseActions({ db, dns, nameservers }: Dependencies) {
  /** Writes the reverse zone of an address from the current names, which may have changed since the work was queued. */
  const reverse: ActionKind<ReverseInput, Published> = {
    type: 'hosting.reverse',
    resource: HOSTING_RESOURCE,
    lane: 'dns',
    // A name that stays after the release of its address belongs to a stranger.
    waitsForEngine: true,
    neverRefused: true,
    async run(input) {
      const { zone, written } = await db.read(planZone(input, nameservers));
      await publishNames(dns, zone, [{ ...input, target: written }]);
      return { written };
    },
    *succeed(_about, { address }, { written }) {
      yield* noteWritten(address, written);
    },
    *fail(_about, { address }) {
      yield* undoReverse(address);
    },
    simulate: () => ({ written: null }),
  };
  return { reverse };
}
