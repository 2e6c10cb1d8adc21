import type { DnsDriver } from '../../engines/dns/driver.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { Query } from '../../kernel/db/query.ts';
import type { ActionKind, ActionSubject } from '../actions/index.ts';
import { changeDomain, type DomainRow, findDomain } from './store.ts';
import { type Addresses, addressesOf, recordsOf, refuseWithoutAddress, type ServerDirectory } from './zone.ts';

export interface ZoneInput {
  accountId: number;
  domain: string;
  hostingId: number | null;
}

interface Dependencies {
  db: Database;
  dns: DnsDriver;
  servers: ServerDirectory;
  nameservers: readonly string[];
}

export type DomainActions = ReturnType<typeof createDomainActions>;

export function createDomainActions({ db, dns, servers, nameservers }: Dependencies) {
  async function publish({ accountId, domain, hostingId }: ZoneInput): Promise<Addresses> {
    // Looked up now and not when it was asked for: the server may have got or lost its addresses since.
    const server = hostingId === null ? undefined : await db.read(servers.find(accountId, hostingId));
    refuseWithoutAddress(server);
    const addresses = addressesOf(server);
    await dns.putZone({ domain, nameservers: [...nameservers], records: recordsOf(domain, addresses) });
    return addresses;
  }

  const create: ActionKind<ZoneInput, Addresses> = {
    type: 'domain.create',
    resource: 'domain',
    run: publish,
    *succeed(about, _input, addresses) {
      yield* settle(about, { status: 'active', dns_status: 'ok', addresses: JSON.stringify(addresses) });
    },
    *fail(about) {
      yield* settle(about, { status: 'error', dns_status: 'error' });
    },
    simulate: () => addressesOf(undefined),
  };

  /** Brings the zone after its server, whose addresses came, changed or went. */
  const update: ActionKind<ZoneInput, Addresses> = {
    ...create,
    type: 'domain.update',
    *succeed(about, _input, addresses) {
      yield* settle(about, { dns_status: 'ok', addresses: JSON.stringify(addresses) });
    },
    *fail(about) {
      yield* settle(about, { dns_status: 'error' });
    },
  };

  const remove: ActionKind<{ domain: string }, void> = {
    type: 'domain.remove',
    resource: 'domain',
    run: ({ domain }) => dns.removeZone(domain),
    waitsForEngine: true,
    // The record went when it was asked for; nothing is left to change.
    *succeed() {},
    *fail() {},
    simulate() {},
  };

  return { create, update, remove };
}

/** A domain that was removed meanwhile stays removed. */
function* settle({ accountId, resourceId, now }: ActionSubject, changes: Partial<DomainRow>): Query<void> {
  const domain = yield* findDomain(accountId, resourceId);
  if (domain) yield* changeDomain(accountId, domain, changes, now);
}
