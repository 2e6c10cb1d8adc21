import { randomBase62 } from '../../../../kernel/crypto.ts';
import { currentTransaction, type Query } from '../../../../kernel/db/query.ts';
import { conflict } from '../../../../kernel/errors.ts';
import type { OwnedDomain, ZoneRecord } from '../../domains/index.ts';
import type { MailSettings } from '../settings.ts';
import { queuePut, queueRemoval } from './queue.ts';
import { fitIntoZone, listWanted } from './records.ts';
import * as store from './store.ts';

const TOKEN_LENGTH = 32;
/** Removed mailboxes that the mail server has yet to take away, of one domain. */
const MOST_REMOVALS = 1_000;

interface Dependencies {
  /** Whether owners must prove to be that before mail is taken for their domain. */
  asksForProof: boolean;
  /** Has the zone of a domain made again, where it is ours. */
  republish: (accountId: number, domainId: number, now: number) => Query<void>;
  settings: MailSettings;
}

export type MailDomainService = ReturnType<typeof createMailDomainService>;

/** Domains with mail. */
export function createMailDomainService({ asksForProof, republish, settings }: Dependencies) {
  /** The domain has mail from now on, where it had none. */
  function* begin(accountId: number, domain: OwnedDomain, now: number): Query<void> {
    const status = asksForProof ? 'pending' : 'active';
    const token = randomBase62(TOKEN_LENGTH);
    const made = yield* store.insertMailDomain(accountId, domain, { status, token, now });
    if (!made) return;
    yield* republish(accountId, domain.id, now);
    yield* change(accountId, domain.id, now);
  }

  /** The mail server is to be told how the domain is now; once, however much changes until it is. */
  function* change(accountId: number, domainId: number, now: number): Query<void> {
    if ((yield* currentTransaction()).simulation) return;
    if (!(yield* store.markQueued(accountId, domainId, now))) return;
    const domain = yield* store.findMailDomain(accountId, domainId);
    if (domain) yield* queuePut(accountId, domain, now);
  }

  /** Whoever gets the address of a removed mailbox next must not find its mail. */
  function* noteRemoval(
    accountId: number,
    { domain_id, address }: { domain_id: number; address: string },
  ): Query<void> {
    yield* store.noteRemoval(accountId, domain_id, address);
    if ((yield* store.listRemovals(accountId, domain_id)).length <= MOST_REMOVALS) return;
    throw conflict(
      `The mail server has yet to take ${MOST_REMOVALS} removed mailboxes of this domain away. Try again when it has.`,
    );
  }

  /** The domain is being removed. */
  function* end(accountId: number, domain: OwnedDomain, now: number): Query<void> {
    const gone = yield* store.deleteMailDomain(accountId, domain.id);
    if (!gone || (yield* currentTransaction()).simulation) return;
    yield* queueRemoval(accountId, gone, now);
  }

  /** What its zone holds for it, beside what the customer has there. */
  function* listRecords(accountId: number, domainId: number, own: readonly ZoneRecord[]): Query<ZoneRecord[]> {
    const row = yield* store.findMailDomain(accountId, domainId);
    return row ? fitIntoZone(listWanted(row, settings), own) : [];
  }

  return { begin, change, noteRemoval, end, listRecords };
}
