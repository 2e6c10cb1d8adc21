import type { DnsDriver } from '#engines/dns/driver.ts';
import { validationError } from '#kernel/errors.ts';
import type { LookUp } from '#kernel/net/dns-records.ts';
import { normaliseAddress } from '#kernel/net/normalise-address.ts';
import { errors, fieldErrors } from '../errors.ts';

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(\\.${LABEL})+$`);
/** Addresses that an error names. */
const MOST_NAMED = 3;

interface Dependencies {
  /** Undefined in a simulation. Our own zones then replace public DNS. */
  lookUp: LookUp | undefined;
  dns: Pick<DnsDriver, 'readZone'>;
}

export type ForwardCheck = ReturnType<typeof createForwardCheck>;

/** Returns the name in lower case without a trailing dot. Throws VALIDATION_ERROR. */
export function readReverseName(text: string): string {
  const name = text.trim().toLowerCase().replace(/\.$/, '');
  if (NAME.test(name)) return name;
  throw validationError([fieldErrors.not_a_host_name('name')]);
}

/** Checks that a name resolves to an address before it becomes the reverse name. */
export function createForwardCheck({ lookUp, dns }: Dependencies) {
  /** Throws VALIDATION_ERROR if the name resolves elsewhere, and CONFLICT if the resolver does not answer. */
  return async function checkForward(name: string, address: string): Promise<void> {
    const type = address.includes(':') ? 'AAAA' : 'A';
    const found = await (lookUp ?? ((...asked) => readOwnZones(dns, ...asked)))(type, name);
    if (found === undefined) {
      throw errors.name_not_checkable({ name }, { transient: true });
    }
    if (found.some((one) => normaliseAddress(one) === address)) return;
    const detail =
      found.length === 0
        ? fieldErrors.name_without_record('name', { address, type })
        : fieldErrors.name_resolves_elsewhere('name', { address, type, found: found.slice(0, MOST_NAMED).join(', ') });
    throw validationError([detail]);
  };
}

/** Returns the records of a name in the zones of a simulation, in place of public DNS. */
export async function readOwnZones(dns: Pick<DnsDriver, 'readZone'>, type: string, name: string): Promise<string[]> {
  const labels = name.split('.');
  for (let first = 0; first < labels.length - 1; first++) {
    const zone = await dns.readZone(labels.slice(first).join('.'));
    if (!zone) continue;
    return zone.records.filter((record) => record.type === type && record.name === name).map(({ content }) => content);
  }
  return [];
}
