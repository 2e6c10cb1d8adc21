import type { Database, Query } from '@hostler/database';
import type { DnsDriver, DnsZone } from '#engines/dns/driver.ts';
import type { ActionKind } from '#kernel/jobs/action-kind.ts';
import { HOSTING_RESOURCE } from '../../resource.ts';
import { listNamed, noteWritten, undoReverse } from './store.ts';
import { toReverseName } from './zone.ts';

const TTL_SECONDS = 3_600;

export interface ReverseInput {
  address: string;
  prefix: number;
}

interface Published {
  /** The name of the address that the zone has now. */
  written: string | null;
}

interface Dependencies {
  db: Database;
  dns: Pick<DnsDriver, 'putZone'>;
  nameservers: readonly string[];
}

export type ReverseActions = ReturnType<typeof reverseActions>;

/** Work on a zone runs in order, because every run writes the whole zone. */
export function zoneKeyOf({ address, prefix }: ReverseInput): string {
  return `reverse zone ${toReverseName(address, prefix).zone}`;
}

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
      const { zone, written } = await db.read(plan(input, nameservers));
      await dns.putZone(zone);
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

function* plan(input: ReverseInput, nameservers: readonly string[]): Query<Published & { zone: DnsZone }> {
  const { zone: domain } = toReverseName(input.address, input.prefix);
  const isIpv4 = !input.address.includes(':');
  // An IPv6 zone is not a beginning of the text of its addresses, which is shortened.
  const beginning = isIpv4 ? `${input.address.split('.').slice(0, 3).join('.')}.` : '';
  const named = (yield* listNamed(isIpv4 ? 4 : 6, beginning)).flatMap(({ address, reverse, prefix }) => {
    const { zone, name } = toReverseName(address, prefix);
    return zone === domain && reverse !== null ? [{ address, name, reverse }] : [];
  });
  const records = named.map(({ name, reverse }) => ({
    ...({ name, type: 'PTR', ttl: TTL_SECONDS, content: `${reverse}.` } as const),
  }));
  const written = named.find(({ address }) => address === input.address)?.reverse ?? null;
  return { zone: { domain, nameservers: [...nameservers], records }, written };
}
