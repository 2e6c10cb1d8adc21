import type { Query } from '../../../../kernel/db/query.ts';
import type { Scope } from '../../../../kernel/http/scopes.ts';
import type { Letter } from '../../../../kernel/mail/letter.ts';
import type { Links } from '../../../../kernel/mail/links.ts';
import type { Mailer } from '../../../../kernel/mail/mailer.ts';
import { scopesOf } from '../rights.ts';
import { listMembersToTell } from '../store.ts';
import type { NotificationKind } from './kinds.ts';
import { listPeopleWithout } from './store.ts';

export interface NewCustomerMail {
  accountId: number;
  kind: NotificationKind;
  /** Only people with this scope in the account get the mail. */
  scope: Scope;
  /** The same kind and cause is sent once to each person. */
  cause: string;
  letter: Letter;
  now: number;
}

/** Notifies the people of an account. Each mail is queued in the transaction of its cause. */
export interface CustomerMail {
  toMembers(mail: NewCustomerMail): Query<void>;
}

export function createCustomerMail({ mailer, links }: { mailer: Mailer; links: Links }): CustomerMail {
  return {
    *toMembers({ accountId, kind, scope, cause, letter, now }) {
      const without = yield* listPeopleWithout(accountId, kind);
      for (const member of yield* listMembersToTell(accountId)) {
        if (without.has(member.id) || !scopesOf(member).includes(scope)) continue;
        yield* mailer.queue({
          kind: kind.replaceAll('_', '-'),
          cause,
          to: member.email,
          letter: withSwitch(letter, links.to('/account/notifications')),
          nature: 'news',
          now,
        });
      }
    },
  };
}

function withSwitch(letter: Letter, url: string): Letter {
  return {
    ...letter,
    notes: [...(letter.notes ?? []), `You can switch this mail off under Account → Notifications: ${url}`],
  };
}
