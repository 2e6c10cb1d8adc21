import { type Command, choice, command, flag, integer, optional, text, time } from '../../../../kernel/command.ts';
import type { Database } from '../../../../kernel/db/database.ts';
import { BILLING_PERIODS } from '../../plans/index.ts';
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
      summary: 'Announce a higher price to everybody who has a plan; it takes effect at their own renewals.',
      options: {
        plan: text('Id or name of the plan.'),
        price: integer('The new price of a period, in minor units.'),
        from: time('The first day on which a period may have the new price.'),
        period: choice(BILLING_PERIODS, 'Which subscriptions: how they are billed.', { default: 'monthly' }),
        currency: text('Which subscriptions: their currency.', { default: 'EUR' }),
        monthly_cap: optional(integer('Hourly prices: the most that a month costs; as before, when absent.')),
        without_consent: optional(
          choice(
            WITHOUT_CONSENT,
            'Consumers who do not agree keep the old price, or end with their period; keep when absent.',
          ),
        ),
        dry_run: flag('List every subscription with its old and new price, and change nothing.'),
      },
      columns: LINE_COLUMNS,
      async run({ dry_run, period, ...given }) {
        const change = { ...given, billing_period: period };
        return dry_run ? repricing.preview(change) : repricing.announce(change);
      },
    }),
    command({
      name: 'plan price-changes',
      summary: 'List the price changes that were announced, the newest 100.',
      options: {},
      columns: ['id', 'plan', 'billing_period', 'currency', 'price', 'from_at', 'without_consent', 'subscriptions'],
      run: async () => db.read(repricing.list()),
    }),
    command({
      name: 'plan price-notices',
      summary: 'List whom a price change was announced to, when the mail was sent, and what came of it.',
      options: { id: integer('The price change.') },
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
      summary: 'Decide otherwise about consumers who do not agree to a price change.',
      options: {
        id: integer('The price change.'),
        choose: {
          ...choice(WITHOUT_CONSENT, 'keep: the old price. end: with their period.'),
          field: 'without_consent',
        },
      },
      run: ({ id, choose }) => db.write(() => repricing.decideOtherwise({ id, without_consent: choose })),
    }),
  ];
}
