import { changeRow, type Database, type Query } from '@hostler/database';
import type { DnsDriver } from '#engines/dns/driver.ts';
import { EngineError } from '#engines/engine.ts';
import type { ActionKind, ActionResource, ActionSubject } from '#kernel/jobs/action-kind.ts';
import { startAction } from '../../platform/actions/index.ts';
import { changeDomain, findDomain, type ZoneRow } from './store.ts';
import { digestZone, planZone, refuseWithoutAddress, toDnsZone, type ZoneSources, zoneKey } from './zone.ts';

const RESOURCE: ActionResource = { type: 'domain', scopes: ['domains.read', 'domains.write'], lane: 'dns' };

export interface ZoneInput {
  accountId: number;
  domainId: number;
  /** Revision of the domain's own records when the work was queued. */
  revision: number;
}

/** Zone content that the name servers have now. */
interface Published {
  digest: string;
  revision: number;
}

interface Dependencies {
  db: Database;
  dns: DnsDriver;
  sources: ZoneSources;
  nameservers: readonly string[];
}

export type DomainActions = ReturnType<typeof createDomainActions>;

export function createDomainActions({ db, dns, sources, nameservers }: Dependencies) {
  /** Reads the current state, because records or addresses may have changed since the work was queued. */
  function* plan({ accountId, domainId }: ZoneInput) {
    const row = yield* findDomain(accountId, domainId);
    if (!row) return undefined;
    if (row.hosting_id !== null) refuseWithoutAddress(yield* sources.servers.find(accountId, row.hosting_id));
    const zone = toDnsZone(row.domain, nameservers, yield* planZone(accountId, row, sources));
    return { zone, revision: row.revision };
  }

  async function publish(input: ZoneInput): Promise<Published> {
    const planned = await db.read(plan(input));
    // The domain was removed meanwhile. The job that deletes the zone follows.
    if (!planned) return { digest: '', revision: input.revision };
    const { zone, revision } = planned;
    await dns.putZone(zone);
    // Retry: some name servers take a while to serve a new zone.
    if (!(await dns.isServed(zone.domain))) {
      throw new EngineError('unreachable', 'The name servers do not answer for this domain yet.', { waits: true });
    }
    return { digest: digestZone(zone), revision };
  }

  const create: ActionKind<ZoneInput, Published> = {
    type: 'domain.create',
    resource: RESOURCE,
    run: publish,
    *succeed(about, _input, { digest, revision }) {
      yield* settle(about, (row) => ({
        status: 'active',
        // The records were replaced meanwhile. The job for the new records follows.
        dns_status: row.revision === revision ? 'ok' : 'pending',
        zone_digest: digest,
      }));
      if (digest !== '') yield* catchUp(about);
    },
    *fail(about, { revision }) {
      yield* settle(about, (row) => ({
        status: 'error',
        dns_status: row.revision === revision ? 'error' : 'pending',
      }));
    },
    simulate: ({ revision }) => ({ digest: '', revision }),
  };

  /** Updates the zone after its records or the addresses of its server changed. */
  const update: ActionKind<ZoneInput, Published> = {
    ...create,
    type: 'domain.update',
    *fail(about, { revision }) {
      yield* settle(about, (row) => ({ dns_status: row.revision === revision ? 'error' : 'pending' }));
    },
  };

  /**
   * Mail or servers may have changed while the zone was written, and changes queue nothing while work is in progress.
   */
  function* catchUp({ accountId, resourceId, now }: ActionSubject): Query<void> {
    const row = yield* findDomain(accountId, resourceId);
    if (row?.dns_status !== 'ok') return;
    const zone = toDnsZone(row.domain, nameservers, yield* planZone(accountId, row, sources));
    if (digestZone(zone) === row.zone_digest) return;
    if (!(yield* changeDomain(accountId, row, { dns_status: 'pending' }, now))) return;
    const input = { accountId, domainId: row.id, revision: row.revision };
    const serialKey = zoneKey(row.domain);
    yield* startAction({ ...update, neverRefused: true }, { accountId, resourceId, input, serialKey, now });
  }

  const remove: ActionKind<{ domain: string }, void> = {
    type: 'domain.remove',
    resource: RESOURCE,
    neverRefused: true,
    run: ({ domain }) => dns.removeZone(domain).catch(keepTrying),
    waitsForEngine: true,
    // The row was deleted with the request, so nothing is left to change.
    *succeed() {},
    *fail() {},
    simulate() {},
  };

  return { create, update, remove };
}

/**
 * A zone that stays on the name servers is invisible here. Retry on every error, even a wrong key, until it is gone.
 */
function keepTrying(error: unknown): never {
  if (!(error instanceof EngineError) || error.code === 'unreachable') throw error;
  throw new EngineError('unreachable', error.message, { cause: error });
}

/** A domain that was removed meanwhile stays removed. One that was changed meanwhile is read again. */
function* settle(
  { accountId, resourceId, now }: ActionSubject,
  decide: (row: ZoneRow) => Partial<ZoneRow>,
): Query<void> {
  yield* changeRow(
    () => findDomain(accountId, resourceId),
    (row) => changeDomain(accountId, row, decide(row), now),
  );
}
