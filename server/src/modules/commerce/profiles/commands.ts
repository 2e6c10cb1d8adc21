import { type Command, choice, command, flag, integer, optional, text, time } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { ProfileOperatorService } from './operator-service.ts';
import { CUSTOMER_KINDS } from './schemas.ts';

const id = integer('The customer.');

export function profileCommands({ db, profiles }: { db: Database; profiles: ProfileOperatorService }): Command[] {
  return [
    command({
      name: 'account tax',
      summary: 'Show or change who the invoices of a customer are made out to, and what decides about their tax.',
      options: {
        id,
        kind: optional(choice(CUSTOMER_KINDS, 'Whether a business buys.')),
        name: optional(text('Who invoices are made out to.')),
        company: optional(text('Name of the business.')),
        street: optional(text('Street and house number.')),
        postal_code: optional(text('Postal code.')),
        city: optional(text('City.')),
        country: optional(text('ISO 3166, like FR.')),
        vat_id: optional(text('VAT id, with its country; `none` takes it away.')),
        invoice_email: optional(text('Where invoices go.')),
        confirm_vat: flag('You have looked the VAT id up: it is valid.'),
      },
      run: ({ id, vat_id, confirm_vat, ...given }) =>
        db.write(() =>
          profiles.update({ ...given, vat_id: vat_id === 'none' ? null : vat_id, account_id: id, confirm_vat }),
        ),
    }),
    command({
      name: 'account trust',
      summary: 'What a trusted customer orders is made at once, and paid afterwards.',
      options: { id, off: flag('Not any more.') },
      run: ({ id, off }) => db.write(() => profiles.trust({ account_id: id, trusted: !off })),
    }),
    command({
      name: 'account hold',
      summary: 'Suspend nothing of a customer for want of payment, for a while.',
      options: { id, until: optional(time('Until then; not any more when absent.')) },
      run: ({ id, until = null }) => db.write(() => profiles.hold({ account_id: id, until })),
    }),
  ];
}
