import type { Query } from '@hostler/database';
import type { MailKind } from '#kernel/mail/kinds.ts';
import type { WriteLetter } from '#kernel/mail/letter.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { Scope } from '#kernel/scopes.ts';
import { scopesOf } from '../rights.ts';
import { listMembersToTell } from '../store.ts';
import { NOTIFICATIONS, type NotificationKind } from './kinds.ts';
import { listPeopleWithout } from './store.ts';
import { texts } from './texts.ts';

interface NewCustomerMail<Kind> {
  accountId: number;
  kind: Kind;
  /** The same kind and cause is sent once to each person. */
  cause: string;
  letter: WriteLetter;
  /** The company must be able to prove it. */
  isProof?: boolean;
  now: number;
}

export interface MoneyMail extends NewCustomerMail<MailKind> {
  /** The address that invoices go to. */
  to: string;
}

const MONEY_SCOPE: Scope = 'billing.read';

/** Notifies the people of an account. Each mail is queued in the transaction of its cause. */
export interface CustomerMail {
  /** Sends mail of a kind that each person can switch off. */
  toMembers(mail: NewCustomerMail<NotificationKind>): Query<void>;
  /** Sends mail about money, which cannot be switched off, to the invoice address and to people who may read billing. */
  toPayers(mail: MoneyMail): Query<void>;
  /** Sends mail to the owners of the account, which cannot be switched off. */
  toOwners(mail: NewCustomerMail<MailKind>): Query<void>;
}

export function createCustomerMail({ mailer, links }: { mailer: Mailer; links: Links }): CustomerMail {
  return {
    *toMembers({ accountId, kind, cause, letter, now }) {
      const { scope, nature } = NOTIFICATIONS[kind];
      const without = yield* listPeopleWithout(accountId, kind);
      for (const member of yield* listMembersToTell(accountId)) {
        if (without.has(member.id) || !scopesOf(member).includes(scope)) continue;
        yield* mailer.queue({
          kind: kind.replaceAll('_', '-') as MailKind,
          cause,
          to: member.email,
          letter: withSwitch(letter, links.to('/account/notifications')),
          accountId,
          nature,
          now,
        });
      }
    },
    *toPayers({ to, ...mail }) {
      const members = yield* listMembersToTell(mail.accountId);
      const readers = members.filter((member) => scopesOf(member).includes(MONEY_SCOPE));
      for (const recipient of new Set([to, ...readers.map(({ email }) => email)])) {
        yield* mailer.queue({ ...mail, to: recipient, nature: 'notice' });
      }
    },
    *toOwners(mail) {
      const cause = `account ${mail.accountId} ${mail.cause}`;
      for (const { role, email } of yield* listMembersToTell(mail.accountId)) {
        if (role === 'owner') yield* mailer.queue({ ...mail, cause, to: email, nature: 'notice' });
      }
    },
  };
}

function withSwitch(write: WriteLetter, url: string): WriteLetter {
  return (say) => {
    const letter = write(say);
    return { ...letter, notes: [...(letter.notes ?? []), say(texts.switchOff, { url })] };
  };
}
