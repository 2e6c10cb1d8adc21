import type { Database } from '@hostler/database';
import { type Command, choice, command, flag, integer, optional, text, time } from '#kernel/command.ts';
import type { StaffRole } from '#kernel/staff-roles.ts';
import { MONEY, MONEY_READERS } from '#kernel/staff-roles.ts';
import { LANGUAGES } from '#kernel/texts/languages.ts';
import { DAY } from '#kernel/time.ts';
import type { ProfileOperatorService } from './operator-service.ts';
import { CUSTOMER_KINDS } from './schemas.ts';

const id = integer('Account id.');
/** Longest pause by support. */
const SUPPORT_HOLD_MS = 7 * DAY;

function refuseLongHold({ until = 0 }: { until?: number | undefined }, roles: ReadonlySet<StaffRole>, now: number) {
  if (roles.has('billing') || until <= now + SUPPORT_HOLD_MS) return undefined;
  return 'Your role may pause suspensions for up to 7 days. Choose an earlier time.';
}

export function profileCommands({ db, profiles }: { db: Database; profiles: ProfileOperatorService }): Command[] {
  return [
    command({
      name: 'account tax',
      route: { roles: MONEY, readsWithout: { roles: MONEY_READERS } },
      summary: 'Show or change the billing address and tax details of an account.',
      options: {
        id,
        kind: optional(choice(CUSTOMER_KINDS, 'Customer type.')),
        name: optional(text('Name of the invoice recipient.')),
        company: optional(text('Company name.')),
        street: optional(text('Street and house number.')),
        postal_code: optional(text('Postal code.')),
        city: optional(text('City.')),
        state: optional(text('ISO 3166-2 code of the state, like CA. For addresses in US, CA and AU.')),
        country: optional(text('ISO 3166 country code, like FR.')),
        vat_id: optional(text('VAT id with country prefix. `none` removes it.')),
        invoice_email: optional(text('E-mail address for invoices.')),
        language: optional(choice(LANGUAGES, 'Language of mails and invoices.')),
        confirm_vat: flag('Confirm that you have verified the VAT id.'),
      },
      run: ({ id, vat_id, confirm_vat, ...given }) =>
        db.write(() =>
          profiles.update({ ...given, vat_id: vat_id === 'none' ? null : vat_id, account_id: id, confirm_vat }),
        ),
    }),
    command({
      name: 'account trust',
      route: { roles: MONEY },
      summary: 'Trust an account: its orders are provisioned before payment.',
      options: { id, off: flag('Remove the trust.') },
      run: ({ id, off }) => db.write(() => profiles.trust({ account_id: id, trusted: !off })),
    }),
    command({
      name: 'account hold',
      route: { roles: MONEY_READERS, restrict: refuseLongHold },
      summary: 'Pause suspensions of an account for unpaid invoices.',
      options: { id, until: optional(time('End of the pause. Default: end it now.')) },
      run: ({ id, until = null }) => db.write(() => profiles.hold({ account_id: id, until })),
    }),
  ];
}
