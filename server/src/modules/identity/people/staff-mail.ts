import type { Query } from '@hostler/database';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { NewStaffMail, StaffMail } from '#kernel/mail/staff-mail.ts';
import { listStaffToTell } from './store.ts';

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
