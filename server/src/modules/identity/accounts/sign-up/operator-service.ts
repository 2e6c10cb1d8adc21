import type { Query } from '@hostler/database';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { Clock } from '#kernel/time.ts';
import { listMembersToTell } from '../../people/index.ts';
import type { AccountOperatorService } from '../index.ts';
import { writeApproved } from './letters.ts';
import type { NewCustomers } from './service.ts';

interface Dependencies {
  clock: Clock;
  links: Links;
  mailer: Mailer;
  accounts: Pick<AccountOperatorService, 'approve'>;
  newCustomers: Pick<NewCustomers, 'approved'>;
}

type Approved = ReturnType<AccountOperatorService['approve']> extends Query<infer Account> ? Account : never;
export type SignUpOperatorService = ReturnType<typeof createSignUpOperatorService>;

export function createSignUpOperatorService({ clock, links, mailer, accounts, newCustomers }: Dependencies) {
  /** Approves the account, so that it can order, and notifies its owners. */
  function* approve({ account_id }: { account_id: number }): Query<Approved> {
    const account = yield* accounts.approve({ id: account_id });
    yield* newCustomers.approved(account_id, clock.now());
    const letter = writeApproved(account.name, links.to('/'));
    for (const { id, email: to, role } of yield* listMembersToTell(account_id)) {
      if (role !== 'owner') continue;
      const cause = `account ${account_id} for ${id}`;
      yield* mailer.queue({
        ...{ kind: 'account-approved', cause, to, letter, accountId: account_id, nature: 'notice' },
        now: clock.now(),
      });
    }
    return account;
  }

  return { approve };
}
