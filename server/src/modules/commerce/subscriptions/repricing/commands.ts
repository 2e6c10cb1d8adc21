import type { Database } from '@hostler/database';
import { type Command, choice, command, flag, integer, optional, text, time } from '#kernel/command.ts';
import { MONEY, OWNERS } from '#kernel/staff-roles.ts';
import { BILLING_PERIODS } from '../../plans/index.ts';
import { StaffPriceChange } from './operator-schemas.ts';
import type { RepricingOperatorService } from './operator-service.ts';
import { WITHOUT_CONSENT } from './schemas.ts';

const LINE_COLUMNS = [
  'account_id',
  'subscription_id',
  'name',
  'customer',
  'old_price',
  'new_price',
  'currency',
  'effective_at',
  'state',
];

export function repricingCommands({ db, repricing }: { db: Database; repricing: RepricingOperatorService }): Command[] {
  return [
    command({
      name: 'plan reprice',
      route: { roles: OWNERS, id: 'plan' },
      summary: 'Announce a price increase to all subscribers of a plan. It takes effect when each subscription renews.',
      options: {
        plan: text('Plan id or name.'),
        price: integer('New price per period in minor units.'),
        from: time('Earliest start of a period with the new price.'),
        period: choice(BILLING_PERIODS, 'Billing period of the subscriptions to change.', { default: 'monthly' }),
        currency: text('Currency of the subscriptions to change.', { default: 'EUR' }),
        monthly_cap: optional(integer('Monthly cap of an hourly price. Default: unchanged.')),
        without_consent: optional(
          choice(
            WITHOUT_CONSENT,
            'Consumers who do not consent: keep the old price, or end with the period. Default: keep.',
          ),
        ),
        dry_run: flag('List the affected subscriptions with old and new prices without changing them.'),
      },
      columns: LINE_COLUMNS,
      async run({ dry_run, period, ...given }) {
        const change = { ...given, billing_period: period };
        return dry_run ? repricing.preview(change) : repricing.announce(change);
      },
    }),
    command({
      name: 'plan price-changes',
      route: { roles: MONEY, reads: true, list: true, data: StaffPriceChange },
      summary: 'List the newest 100 announced price changes.',
      options: {},
      columns: ['id', 'plan', 'billing_period', 'currency', 'price', 'from_at', 'without_consent', 'subscriptions'],
      run: async () => db.read(repricing.list()),
    }),
    command({
      name: 'plan price-notices',
      route: { roles: MONEY, reads: true, list: true },
      summary: 'List the notices of a price change with recipient, delivery and consent.',
      options: { id: integer('Price change id.') },
      columns: [
        'subscription_id',
        'account_id',
        'status',
        'old_price',
        'new_price',
        'recipient',
        'announced_at',
        'sent_at',
        'agreed_at',
      ],
      run: ({ id }) => repricing.listNotices({ id }),
    }),
    command({
      name: 'plan without-consent',
      route: { roles: OWNERS },
      summary: 'Change what happens to consumers who do not consent to a price change.',
      options: {
        id: integer('Price change id.'),
        choose: {
          ...choice(WITHOUT_CONSENT, 'keep: keep the old price. end: cancel at the end of the period.'),
          field: 'without_consent',
        },
      },
      run: ({ id, choose }) => db.write(() => repricing.decideOtherwise({ id, without_consent: choose })),
    }),
  ];
}
