import type { Query } from '@hostler/database';
import type { Letter } from '#kernel/mail/letter.ts';
import type { Mailer, NewMail } from '#kernel/mail/mailer.ts';
import { listStaffToTell } from './store.ts';

/** Mail to staff is in English. */
export type NewStaffMail = Omit<NewMail, 'to' | 'letter'> & { letter: Letter };

/** Notifies the company. Each mail is queued in the transaction of its cause; an equal `kind` and `cause` is sent once. */
export interface StaffMail {
  /** Money matters: to the seller's e-mail address, or to all active staff if none is configured. */
  toSeller(mail: NewStaffMail): Query<void>;
  /** Operational matters: to all active staff, or to the seller's e-mail address if there is no staff. */
  toStaff(mail: NewStaffMail): Query<void>;
}

interface Dependencies {
  mailer: Mailer;
  /** E-mail address of the seller. Read for every mail. */
  seller: { readonly email: string | undefined };
}

export function createStaffMail({ mailer, seller }: Dependencies): StaffMail {
  const listSeller = () => (seller.email === undefined ? [] : [seller.email]);

  function* send(recipients: readonly string[], mail: NewStaffMail): Query<void> {
    for (const to of recipients) yield* mailer.queue({ ...mail, to, isToStaff: true });
  }

  function* listStaff(): Query<string[]> {
    return (yield* listStaffToTell()).map(({ email }) => email);
  }

  return {
    *toSeller(mail) {
      const own = listSeller();
      yield* send(own.length > 0 ? own : yield* listStaff(), mail);
    },
    *toStaff(mail) {
      const staff = yield* listStaff();
      yield* send(staff.length > 0 ? staff : listSeller(), mail);
    },
  };
}
