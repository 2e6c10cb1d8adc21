import { currentTransaction, type Page, type PageRequest, type Query } from '@hostler/database';
import { randomBase62 } from '#kernel/crypto.ts';
import { notFound } from '#kernel/errors.ts';
import type { DomainDirectory, NewRecord, OwnedDomain } from '../../domains/index.ts';
import { errors } from '../errors.ts';
import type { MailSettings } from '../settings.ts';
import type { Notices } from './notice.ts';
import { judgeProof, nextCheck } from './proof.ts';
import { queuePut } from './queue.ts';
import type { Sighting } from './record-check.ts';
import { isSpf, mergeSpf } from './records.ts';
import * as store from './store.ts';
import type { ShownMailDomain } from './view.ts';

const TOKEN_LENGTH = 32;
/** Maximum number of removed mailboxes per domain that the mail server has yet to delete. */
const MOST_REMOVALS = 1_000;

interface Dependencies {
  domains: DomainDirectory;
  /** True if owners must prove ownership before mail is accepted for their domain. */
  asksForProof: boolean;
  /** Writes the zone of a domain again, if we host it. */
  republish: (accountId: number, domainId: number, now: number) => Query<void>;
  /** Replaces the customer's records of a zone. */
  replaceRecords: (accountId: number, domainId: number, records: NewRecord[], now: number) => Query<unknown>;
  settings: MailSettings;
  notices: Notices;
}

export type MailDomainService = ReturnType<typeof createMailDomainService>;

/** Manages the mail domains of an account. */
export function createMailDomainService(dependencies: Dependencies) {
  const { domains, asksForProof, republish, replaceRecords, settings, notices } = dependencies;

  function* list(accountId: number, page: PageRequest): Query<Page<ShownMailDomain>> {
    const { items, total } = yield* store.listMailDomains(accountId, page);
    const shown: ShownMailDomain[] = [];
    for (const row of items) shown.push(yield* describe(accountId, row));
    return { items: shown, total };
  }

  function* describe(accountId: number, row: store.MailDomainRow): Query<ShownMailDomain> {
    const domain = yield* domains.describe(accountId, row.domain_id);
    return { row, mailboxes: domain?.mailboxes ?? 0, own: domain?.own ?? [] };
  }

  function* find(accountId: number, domainId: number): Query<ShownMailDomain> {
    const row = yield* store.findMailDomain(accountId, domainId);
    if (!row) throw notFound('Domain');
    return yield* describe(accountId, row);
  }

  /** Sets up mail for a domain. Does nothing if the domain already has mail. */
  function* begin(accountId: number, domain: OwnedDomain, now: number): Query<void> {
    const status = asksForProof ? 'pending' : 'active';
    const token = randomBase62(TOKEN_LENGTH);
    const made = yield* store.insertMailDomain(accountId, domain, { status, token, now });
    if (!made) return;
    yield* republish(accountId, domain.id, now);
    yield* change(accountId, domain.id, now);
  }

  /** Stores the result of a check, if one was made. Sets up mail if the domain has none. */
  function* verify(
    accountId: number,
    domainId: number,
    sighting: Sighting | undefined,
    now: number,
  ): Query<ShownMailDomain> {
    yield* begin(accountId, yield* domains.find(accountId, domainId), now);
    const { row } = yield* find(accountId, domainId);
    const { simulation } = yield* currentTransaction();
    // Test keys query no DNS: the proof counts as found, unless a failure is simulated.
    if (simulation) simulation.followUps.push(() => note(accountId, row, { ...UNSEEN, proved: !simulation.fail }, now));
    else if (sighting) yield* note(accountId, row, sighting, now);
    return yield* find(accountId, domainId);
  }

  /**
   * Adds our mail server to the customer's SPF record in our zone. Only done on request, because the record is the
   * customer's.
   */
  function* mergeIntoSpf(accountId: number, domainId: number, now: number): Query<ShownMailDomain> {
    const shown = yield* find(accountId, domainId);
    const { row, own } = shown;
    const spf = own.find((record) => isSpf(record, row.domain));
    const content = spf && mergeSpf(spf.content, settings);
    if (!spf || content === undefined || content === spf.content) return shown;
    const records = own.map((record) => ({
      name: `${record.name}.`,
      type: record.type,
      ttl: record.ttl,
      content: record === spf ? content : record.content,
    }));
    yield* replaceRecords(accountId, domainId, records, now);
    return yield* find(accountId, domainId);
  }

  /** Stores the result of a DNS check, and updates the mail server if needed. */
  function* note(accountId: number, before: store.MailDomainRow, sighting: Sighting, now: number): Query<void> {
    const proved = asksForProof ? sighting.proved : true;
    const judged = judgeProof(before, proved, now);
    const delegated_at =
      sighting.delegated === undefined ? before.delegated_at : sighting.delegated ? (before.delegated_at ?? now) : null;
    const noted = yield* store.noteCheck(accountId, before, {
      ...judged,
      delegated_at,
      seen: JSON.stringify(sighting.seen),
      checked_at: now,
      next_check_at: nextCheck({ ...judged, created_at: before.created_at }, proved, now),
    });
    if (!noted) return;
    if (noted.status === 'lost' && before.status !== 'lost') yield* notices.tellLost(accountId, noted, now);
    // Update the mail server with every daily check too, so that data it has lost is restored.
    if (noted.status !== before.status || noted.status === 'active') yield* change(accountId, noted.domain_id, now);
  }

  /** Queues an update of the mail server. Changes until that update starts share one job. */
  function* change(accountId: number, domainId: number, now: number): Query<void> {
    if ((yield* currentTransaction()).simulation) return;
    if (!(yield* store.markQueued(accountId, domainId, now))) return;
    const domain = yield* store.findMailDomain(accountId, domainId);
    if (domain) yield* queuePut(accountId, domain, now);
  }

  /**
   * Remembers a removed mailbox until the mail server has deleted it, so that the next owner of the address sees no old
   * mail.
   */
  function* noteRemoval(
    accountId: number,
    { domain_id, address }: { domain_id: number; address: string },
  ): Query<void> {
    yield* store.noteRemoval(accountId, domain_id, address);
    if ((yield* store.listRemovals(accountId, domain_id)).length <= MOST_REMOVALS) return;
    throw errors.removed_mailboxes_pending({ max: MOST_REMOVALS });
  }

  return {
    list,
    find,
    findRow: store.findMailDomain,
    begin,
    verify,
    mergeIntoSpf,
    note,
    change,
    noteRemoval,
  };
}

const UNSEEN: Sighting = { proved: undefined, delegated: undefined, seen: {} };
