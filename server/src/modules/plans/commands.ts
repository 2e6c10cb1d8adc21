import { type VpsBounds, type VpsKind, vpsKinds } from '../../engines/vps/driver.ts';
import type { Command, CommandOptions } from '../../kernel/command.ts';
import type { Database } from '../../kernel/db/database.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Clock } from '../../kernel/time.ts';
import { BILLING_PERIODS, type BillingPeriod, insertPlan, listPlans } from './store.ts';
import { viewPlan } from './view.ts';

const CURRENCY = /^[A-Z]{3}$/;
/** Two decimals short of 2^53: sums of many prices stay exact. */
const MAX_PRICE = 10 ** 13;

export function planCommands({ db, clock }: { db: Database; clock: Clock }): Command[] {
  return [
    {
      name: 'plan create',
      summary: 'Make a plan that subscriptions and servers can have.',
      options: {
        name: { type: 'string', required: true, description: 'Its name; unique, and not a number.' },
        price: { type: 'integer', required: true, description: 'For one period, in minor units (990 is 9.90).' },
        currency: { type: 'string', default: 'EUR', description: 'ISO 4217 code.' },
        period: {
          type: 'string',
          default: 'monthly',
          choices: BILLING_PERIODS,
          description: 'How often it is billed.',
        },
        vcpus: { type: 'integer', default: 1, description: 'Virtual CPUs of its server.' },
        'memory-mb': { type: 'integer', default: 1024, description: 'Memory of its server.' },
        'disk-gb': { type: 'integer', default: 20, description: 'Disk of its server.' },
        image: { type: 'string', default: 'debian/13', description: 'What its server boots from.' },
        kind: {
          type: 'string',
          default: 'container',
          choices: vpsKinds,
          description: 'What its server is on the engine.',
        },
        processes: { type: 'integer', description: 'How many its server may run; by its memory when absent.' },
        'network-mbps': {
          type: 'integer',
          description: 'Megabits a second of its server, each way; no limit when absent.',
        },
        'disk-iops': {
          type: 'integer',
          description: 'Reads, and writes, a second of its server; no limit when absent.',
        },
        nesting: { type: 'boolean', description: 'Lets its server run containers of its own.' },
      },
      async run(options) {
        const plan = {
          name: readName(options.string('name')),
          price: readPrice(options.integer('price')),
          currency: readCurrency(options.string('currency')),
          billing_period: options.string('period') as BillingPeriod,
          vcpus: readAmount(options, 'vcpus'),
          memory_mb: readAmount(options, 'memory-mb'),
          disk_gb: readAmount(options, 'disk-gb'),
          image: options.string('image'),
          kind: options.string('kind') as VpsKind,
          bounds: JSON.stringify(readBounds(options)),
          created_at: clock.now(),
        };
        const created = await db.write(() => insertPlan(plan));
        if (!created) throw new AppError('CONFLICT', `A plan named ${plan.name} exists already.`);
        return viewPlan(created);
      },
    },
    {
      name: 'plan list',
      summary: 'List the plans.',
      options: {},
      async run() {
        return (await db.read(listPlans())).map(viewPlan);
      },
    },
  ];
}

function readName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw new AppError('BAD_REQUEST', '--name must not be empty.');
  // A plan is named by id or by name, so no name may look like an id.
  if (/^\d+$/.test(trimmed)) throw new AppError('BAD_REQUEST', '--name must not be a number.');
  return trimmed;
}

function readPrice(price: number): number {
  if (Number.isInteger(price) && price >= 0 && price <= MAX_PRICE) return price;
  throw new AppError('BAD_REQUEST', `--price must be a whole number from 0 to ${MAX_PRICE}.`);
}

function readCurrency(text: string): string {
  const currency = text.toUpperCase();
  if (!CURRENCY.test(currency)) throw new AppError('BAD_REQUEST', `--currency must be three letters, like EUR.`);
  return currency;
}

function readBounds(options: CommandOptions): VpsBounds {
  return {
    processes: readOptionalAmount(options, 'processes'),
    networkMbps: readOptionalAmount(options, 'network-mbps'),
    diskIops: readOptionalAmount(options, 'disk-iops'),
    nesting: options.boolean('nesting') || undefined,
  };
}

function readOptionalAmount(options: CommandOptions, name: string): number | undefined {
  return options.optionalInteger(name) === undefined ? undefined : readAmount(options, name);
}

function readAmount(options: CommandOptions, name: string): number {
  const amount = options.integer(name);
  if (amount < 1) throw new AppError('BAD_REQUEST', `--${name} must be at least 1.`);
  return amount;
}
