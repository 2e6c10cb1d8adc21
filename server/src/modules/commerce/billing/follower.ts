import { endRestriction } from '../../identity/accounts/index.ts';
import type { InvoiceFollower } from '../invoices/index.ts';
import type { DunningService } from './dunning/service.ts';
import type { SuspensionService } from './suspensions/service.ts';

/** Ends or restarts the pursuit of an invoice. */
export function followInvoices(
  suspensions: Pick<SuspensionService, 'release'>,
  dunning: Pick<DunningService, 'reopen'>,
): InvoiceFollower {
  return {
    *paid(accountId, { id }, at) {
      yield* suspensions.release(accountId, id, at);
      yield* endRestriction(accountId);
    },

    *waived(accountId, { id }, at) {
      yield* suspensions.release(accountId, id, at);
    },

    *reopened(accountId, { id }, at) {
      yield* dunning.reopen(accountId, id, at);
    },
  };
}
