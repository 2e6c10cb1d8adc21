import { currentTransaction } from '@hostler/database';
import type { Companion } from '../domains/index.ts';
import { queueRemoval } from './domains/queue.ts';
import { fitIntoZone, listWanted } from './domains/records.ts';
import { deleteMailDomain, findMailDomain } from './domains/store.ts';
import { hold } from './lock.ts';
import type { MailSettings } from './settings.ts';
import { deleteMailboxesOf } from './store.ts';

/** Lets the domains module include mail records in zones, and remove mail together with its domain. */
export function createMailCompanion(settings: MailSettings): Companion {
  return {
    /** Lists the mail records of a zone that do not conflict with the customer's own. */
    *listRecords(accountId, domainId, own) {
      const row = yield* findMailDomain(accountId, domainId);
      return row ? fitIntoZone(listWanted(row, settings), own) : [];
    },

    *leave(accountId, domain, now) {
      yield* hold(accountId);
      yield* deleteMailboxesOf(accountId, domain.id);
      const gone = yield* deleteMailDomain(accountId, domain.id);
      if (!gone || (yield* currentTransaction()).simulation) return;
      yield* queueRemoval(accountId, gone, now);
    },
  };
}
