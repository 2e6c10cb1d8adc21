import { changeRow, lockName, type Page, type PageRequest, type Query } from '@hostler/database';
import { type AppError, notFound, validationError } from '#kernel/errors.ts';
import { emit } from '#kernel/events/emit.ts';
import { startAction } from '../../platform/actions/index.ts';
import type { DomainActions } from './actions.ts';
import { notProved } from './claims/proof.ts';
import { createClaimService } from './claims/service.ts';
import { parseDomainName } from './domain-name.ts';
import { errors, fieldErrors } from './errors.ts';
import { readRecords } from './records/records.ts';
import type { NewRecord } from './records/schemas.ts';
import type { DomainZone } from './records/view.ts';
import type { DnsStatus, NewDomain } from './schemas.ts';
import { bindRecords, isAddress, listOwners } from './servers.ts';
import * as store from './store.ts';
import type { DomainView } from './view.ts';
import { planZone, type ZoneSources, zoneKey } from './zone.ts';

interface Dependencies {
  actions: DomainActions;
  sources: ZoneSources;
  view: DomainView;
  /** True if a proof of ownership is required. */
  asksForProof: boolean;
}

export type DomainService = ReturnType<typeof createDomainService>;

export function createDomainService({ actions, sources, view, asksForProof }: Dependencies) {
  const { servers, companion } = sources;

  // The server itself creates the zone once the proof is found, so the customer's limit of waiting actions does not
  // apply.
  const claims = createClaimService({
    begin: (accountId, domain, now) => begin(accountId, domain, now, { ...actions.create, neverRefused: true }),
  });

  function list(accountId: number, page: PageRequest): Query<Page<store.DomainRow>> {
    return store.listDomains(accountId, page);
  }

  function* find(accountId: number, id: number): Query<store.DomainRow> {
    const domain = yield* store.findDomain(accountId, id);
    if (!domain) throw notFound('Domain');
    return domain;
  }

  function* create(accountId: number, input: NewDomain, now: number): Query<store.DomainRow> {
    const name = parseDomainName(input.domain);
    if (!name) throw validationError([fieldErrors.not_a_domain('domain')]);
    const hostingId = input.hosting_id ?? null;
    if (hostingId !== null) yield* checkServer(accountId, hostingId);
    // The unique index covers equal names only. The lock serialises the check of names above and below.
    yield* lockName(`domains of ${name.registrable}`);
    if (yield* store.isTakenByAnother(accountId, name)) throw alreadyExists(name.name);
    const mustProve = asksForProof && (yield* claims.needsProof(accountId, name));
    const domain = mustProve
      ? yield* claims.claim(accountId, name, hostingId, now)
      : yield* store.insertDomain(accountId, name, hostingId, now);
    if (!domain) throw alreadyExists(name.name);
    yield* store.domainsLimit.check(accountId);
    if (!mustProve) yield* begin(accountId, domain, now);
    return domain;
  }

  /** Accepts the domain and creates its zone. */
  function* begin(accountId: number, domain: store.DomainRow, now: number, kind = actions.create): Query<void> {
    yield* startAction(kind, {
      accountId,
      resourceId: domain.id,
      input: { accountId, domainId: domain.id, revision: 0 },
      serialKey: zoneKey(domain.domain),
      now,
    });
    yield* emit({ accountId, type: 'domain.added', data: view(domain), now });
  }

  function* checkServer(accountId: number, id: number): Query<void> {
    const { status } = yield* servers.find(accountId, id);
    if (status === 'terminated') throw errors.vps_of_domain_terminated();
  }

  /**
   * Frees the name with this commit. If it is added again, its zone is created after the old one is deleted. Mail is
   * removed too.
   */
  function* remove(accountId: number, id: number, now: number): Query<store.DomainRow> {
    const { domain: name } = yield* find(accountId, id);
    yield* companion.leave(accountId, { id, name }, now);
    const domain = yield* store.deleteDomain(accountId, id);
    if (!domain) throw notFound('Domain');
    // An unproven claim has no zone, but another account may have one under this name.
    if (domain.proof_token !== null) return domain;
    yield* startAction(actions.remove, {
      accountId,
      resourceId: id,
      input: { domain: domain.domain },
      serialKey: zoneKey(domain.domain),
      now,
    });
    return domain;
  }

  function* findRecords(accountId: number, id: number): Query<DomainZone> {
    const domain = yield* store.findDomain(accountId, id);
    if (!domain) throw notFound('Domain');
    return { domain, plan: yield* planZone(accountId, domain, sources) };
  }

  function* replaceRecords(
    accountId: number,
    id: number,
    sent: readonly NewRecord[],
    now: number,
  ): Query<DomainZone & { actionId: number }> {
    const before = yield* store.findDomain(accountId, id);
    const managed = before ? (yield* planZone(accountId, before, sources)).managed : [];
    const { records, details } = readRecords(sent, { domain: before?.domain, managed });
    if (details.length > 0) throw validationError(details);
    if (!before) throw notFound('Domain');
    if (before.proof_token !== null) throw notProved(before.domain);
    yield* checkGrowth(accountId, before, records.length);
    const owners = records.some(isAddress) ? yield* listOwners(accountId, servers) : new Map();
    const text = JSON.stringify(bindRecords(records, owners));
    const domain = yield* store.replaceRecords(accountId, id, text, now);
    if (!domain) throw notFound('Domain');
    const actionId = yield* queueUpdate(accountId, domain, now);
    return { domain, plan: yield* planZone(accountId, domain, sources), actionId };
  }

  /** A lowered limit does not prevent removing records. */
  function* checkGrowth(accountId: number, { records }: store.ZoneRow, count: number): Query<void> {
    const before = (JSON.parse(records) as unknown[]).length;
    if (count > before) yield* store.recordsLimit.check(accountId, count);
  }

  /** For staff, after a failure. Throws NOT_FOUND, or CONFLICT if work is in progress. */
  function* retryZone(accountId: number, id: number, now: number): Query<void> {
    const domain = yield* store.findDomain(accountId, id);
    if (!domain) throw notFound('Domain');
    if (isInProgress(domain)) {
      throw errors.zone_busy({ domain: domain.domain });
    }
    yield* republish(accountId, id, now);
  }

  /**
   * Writes the zone again. If work is in progress, its end compares the zone with its plan. The row is written even
   * then: of this transaction and the one that ends the work, one waits for the other and sees its changes.
   */
  function* republish(accountId: number, id: number, now: number): Query<void> {
    let before: store.ZoneRow | undefined;
    yield* changeRow(
      () => store.findDomain(accountId, id),
      (domain) => {
        before = domain;
        return store.changeDomain(accountId, domain, isInProgress(domain) ? {} : { dns_status: 'pending' }, now);
      },
    );
    if (!before || isInProgress(before)) return;
    // The server itself queues the work, so the customer's limit of waiting actions does not apply.
    yield* queueUpdate(accountId, before, now, { ...actions.update, neverRefused: true });
  }

  function* queueUpdate(
    accountId: number,
    { id, domain, revision }: store.ZoneRow,
    now: number,
    kind = actions.update,
  ): Query<number> {
    const input = { accountId, domainId: id, revision };
    const serialKey = zoneKey(domain);
    return (yield* startAction(kind, { accountId, resourceId: id, input, serialKey, now })).id;
  }

  /** Records the result of a check, if no work is in progress. */
  function* noteDnsStatus(accountId: number, id: number, dns_status: DnsStatus, now: number): Query<void> {
    const domain = yield* store.findDomain(accountId, id);
    if (domain?.status !== 'active' || domain.dns_status === 'pending') return;
    yield* store.changeDomain(accountId, domain, { dns_status }, now);
  }

  return { claims, list, find, create, remove, findRecords, replaceRecords, republish, retryZone, noteDnsStatus };
}

/** The same text for every holder, so that it does not reveal who is a customer. */
function alreadyExists(name: string): AppError {
  return errors.domain_taken({ name });
}

function isInProgress({ status, dns_status }: store.DomainRow): boolean {
  return status === 'pending' || dns_status === 'pending';
}
