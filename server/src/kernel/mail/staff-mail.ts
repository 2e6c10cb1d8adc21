import type { Query } from '@hostler/database';
import type { Letter } from './letter.ts';
import type { NewMail } from './mailer.ts';

/** Mail to staff is in English. */
export type NewStaffMail = Omit<NewMail, 'to' | 'letter'> & { letter: Letter };

/** Notifies the company. Each mail is queued in the transaction of its cause; an equal `kind` and `cause` is sent once. */
export interface StaffMail {
  /** Money matters: to the seller's e-mail address, or to all active staff if none is configured. */
  toSeller(mail: NewStaffMail): Query<void>;
  /** Operational matters: to all active staff, or to the seller's e-mail address if there is no staff. */
  toStaff(mail: NewStaffMail): Query<void>;
}
