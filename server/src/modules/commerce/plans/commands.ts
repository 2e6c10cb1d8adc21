import { type VpsBounds, vpsKinds } from '../../../engines/vps/driver.ts';
import { type Command, choice, command, flag, integer, optional, text } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Clock } from '../../../kernel/time.ts';
import { BILLING_PERIODS, insertPlan, listPlans } from './store.ts';
import { viewPlan } from './view.ts';

const CURRENCY = /^[A-Z]{3}$/;
/** Two decimals short of 2^53: sums of many prices stay exact. */
const MAX_PRICE = 10 ** 13;

export function planCommands({ db, clock }: { db: Database; clock: Clock }): Command[] {
  return [
    command({
      name: 'plan create',
      summary: 'Make a plan that subscriptions and servers can have.',
      options: {
        name: text('Its name; unique, and not a number.'),
        price: integer('For one period, in minor units (990 is 9.90).'),
        currency: text('ISO 4217 code.', { default: 'EUR' }),
        period: choice(BILLING_PERIODS, 'How often it is billed.', { default: 'monthly' }),
        vcpus: integer('Virtual CPUs of its server.', { default: 1 }),
        memory_mb: integer('Memory of its server.', { default: 1024 }),
        disk_gb: integer('Disk of its server.', { default: 20 }),
        image: text('What its server boots from.', { default: 'debian/13' }),
        kind: choice(vpsKinds, 'What its server is on the engine.', { default: 'container' }),
        processes: optional(integer('How many its server may run; by its memory when absent.')),
        network_mbps: optional(integer('Megabits a second of its server, each way; no limit when absent.')),
        disk_iops: optional(integer('Reads, and writes, a second of its server; no limit when absent.')),
        nesting: flag('Lets its server run containers of its own.'),
      },
      async run({ name, price, currency, period, image, kind, nesting, ...amounts }) {
        checkAmounts(amounts);
        const { vcpus, memory_mb, disk_gb, processes, network_mbps: networkMbps, disk_iops: diskIops } = amounts;
        const bounds: VpsBounds = { processes, networkMbps, diskIops, nesting: nesting || undefined };
        const plan = {
          name: readName(name),
          price: readPrice(price),
          currency: readCurrency(currency),
          billing_period: period,
          vcpus,
          memory_mb,
          disk_gb,
          image,
          kind,
          bounds: JSON.stringify(bounds),
          created_at: clock.now(),
        };
        const created = await db.write(() => insertPlan(plan));
        if (!created) throw new AppError('CONFLICT', `A plan named ${plan.name} exists already.`);
        return viewPlan(created);
      },
    }),
    command({
      name: 'plan list',
      summary: 'List the plans.',
      options: {},
      async run() {
        return (await db.read(listPlans())).map(viewPlan);
      },
    }),
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

/** What is said of its size at all must be something. */
function checkAmounts(amounts: Record<string, number | undefined>): void {
  const [name] = Object.entries(amounts).find(([, amount]) => amount !== undefined && amount < 1) ?? [];
  if (name) throw new AppError('BAD_REQUEST', `--${name.replaceAll('_', '-')} must be at least 1.`);
}
