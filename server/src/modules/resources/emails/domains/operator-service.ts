import type { AccountListRequest, Database } from '@hostler/database';
import type { EngineHealth } from '#engines/engine.ts';
import { notFound } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import { describeProofs } from './health.ts';
import {
  countByStatus,
  findMailDomainByName,
  listAllMailDomains,
  listUnproved,
  type OwnedMailDomain,
} from './operator-store.ts';
import type { RecordChecks } from './record-checks.ts';
import type { MailDomainStatus } from './schemas.ts';
import type { MailDomainService } from './service.ts';
import type { MailDomainView } from './view.ts';

/** Domains named by `doctor`. The list command shows all. */
const MOST_TOLD = 10;

interface Dependencies {
  db: Database;
  clock: Clock;
  recordChecks: RecordChecks;
  mailDomains: MailDomainService;
  view: MailDomainView;
}

export type MailDomainOperatorService = ReturnType<typeof createMailDomainOperatorService>;

export function createMailDomainOperatorService({ db, clock, recordChecks, mailDomains, view }: Dependencies) {
  /** Lists the mail domains of all accounts or of one. */
  function* list(request: AccountListRequest<MailDomainStatus> = {}) {
    return (yield* listAllMailDomains(request)).map(summarize);
  }

  /** Checks the DNS of a domain now. */
  async function verify({ domain }: { domain: string }) {
    const row = await db.read(findMailDomainByName(domain.toLowerCase()));
    if (!row) throw notFound('Domain with mail');
    const sighting = await recordChecks.check(row);
    return db.write(function* () {
      yield* mailDomains.note(row.account_id, row, sighting, clock.now());
      return view(yield* mailDomains.find(row.account_id, row.domain_id));
    });
  }

  /** Returns the state of the proofs for `doctor`. */
  async function check(): Promise<EngineHealth> {
    return db.read(
      (function* () {
        return describeProofs({ counts: yield* countByStatus(), unproved: yield* listUnproved(MOST_TOLD) });
      })(),
    );
  }

  function summarize(row: OwnedMailDomain) {
    const { domain_id, domain, status, checked_at, lost_since } = view({ row, mailboxes: 0, own: [] });
    return { account_id: row.account_id, domain_id, domain, status, checked_at, lost_since };
  }

  return { list, verify, check };
}
