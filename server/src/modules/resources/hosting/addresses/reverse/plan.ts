import type { Query } from '@hostler/database';
import type { DnsDriver, DnsZone } from '#engines/dns/driver.ts';
import { listNamed } from './store.ts';
import { listReversePlaces, toReverseName } from './zone.ts';

const TTL_SECONDS = 3_600;

export interface ReverseInput {
  address: string;
  prefix: number;
}

/** The zone of an address, and the name that it gives the address. */
interface Planned {
  zone: DnsZone;
  written: string | null;
}

/** Writes reverse names into zones of the operator that exist, and the others with a zone of ours. */
export async function publishNames(
  dns: Pick<DnsDriver, 'putZone' | 'setPointer'>,
  zone: DnsZone,
  names: readonly (ReverseInput & { target: string | null })[],
): Promise<void> {
  let isOurs = false;
  for (const { address, prefix, target } of names) {
    const places = listReversePlaces(address, prefix);
    if (!(await dns.setPointer({ places, ttl: TTL_SECONDS, target }))) isOurs = true;
  }
  if (isOurs) await dns.putZone(zone);
}

/** Work on a zone runs in order, because every run writes the whole zone. */
export function zoneKeyOf({ address, prefix }: ReverseInput): string {
  return `reverse zone ${toReverseName(address, prefix).zone}`;
}

/** Returns the reverse zone of an address with the current names. */
export function* planZone(input: ReverseInput, nameservers: readonly string[]): Query<Planned> {
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
