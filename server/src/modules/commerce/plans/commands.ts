import { vpsKinds } from '../../../engines/vps/driver.ts';
import { type Command, choice, command, flag, integer, list, optional, text, texts } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { listCommand } from '../../../kernel/list-command.ts';
import type { PlanImages } from './images.ts';
import type { PlanOperatorService, PlanView } from './operator-service.ts';
import { readPriceOptions } from './price-option.ts';
import { BILLING_PERIODS, PLAN_VISIBILITIES } from './schemas.ts';
import { USUAL_PLAN } from './terms.ts';

const id = { id: text('Id or name of the plan.') };

const prices = {
  price: texts('In minor units (990 is 9.90): a number, or monthly:EUR:990, or yearly:EUR:9900:500 with a setup fee.'),
  hourly: texts('For each started hour, with what a month costs at most: EUR:2:990.'),
  setup_fee: optional(integer('Once, with the first invoice, in minor units; of the prices that say none.')),
  currency: optional(text(`ISO 4217 code of a price that is a number; ${USUAL_PLAN.currency} when absent.`)),
  period: optional(choice(BILLING_PERIODS, 'How often a price that is a number is billed; monthly when absent.')),
};

const bounds = {
  processes: optional(integer('How many its server may run; by its memory when absent.')),
  network_mbps: optional(integer('Megabits a second of its server, each way; no limit when absent.')),
  disk_iops: optional(integer('Reads, and writes, a second of its server; no limit when absent.')),
};

const images = optional(list('What else its server may be made from, separated by commas.'));

interface Dependencies {
  db: Database;
  plans: PlanOperatorService;
  images: Pick<PlanImages, 'warn'>;
}

export function planCommands({ db, plans, images: planImages }: Dependencies): Command[] {
  /** The plan is saved in any case: it may be prepared before its image is imported. */
  async function withWarnings(plan: PlanView) {
    const warnings = await planImages.warn(plan);
    return warnings.length === 0 ? plan : { ...plan, warnings };
  }

  return [
    command({
      name: 'plan create',
      summary: 'Make a plan that subscriptions and servers can have.',
      options: {
        name: text('Its name; unique, and not a number.'),
        ...prices,
        tax_included: flag('The prices hold the tax.'),
        trial_days: integer('How long it is free at first.', { default: 0 }),
        stock: optional(integer('How many can be sold; any number when absent.')),
        hidden: flag('Customers do not see it; staff can sell it.'),
        vcpus: integer('Virtual CPUs of its server.', { default: USUAL_PLAN.vcpus }),
        memory_mb: integer('Memory of its server.', { default: USUAL_PLAN.memory_mb }),
        disk_gb: integer('Disk of its server.', { default: USUAL_PLAN.disk_gb }),
        image: text('What its server boots from.', { default: USUAL_PLAN.image }),
        images,
        kind: choice(vpsKinds, 'What its server is on the engine.', { default: USUAL_PLAN.kind }),
        ...bounds,
        nesting: flag('Lets its server run containers of its own.'),
      },
      async run({ price, hourly, currency, period, ...plan }) {
        const terms = readPriceOptions({ price, hourly, currency, period });
        return withWarnings(await db.write(() => plans.create({ ...plan, ...terms })));
      },
    }),
    command({
      name: 'plan change',
      summary:
        'Sell a plan in another way from now on; what was sold stays as it was sold. What is not said stays too.',
      options: {
        ...id,
        ...prices,
        tax: optional(choice(['included', 'added'], 'Whether the prices hold the tax.', {})),
        trial_days: optional(integer('How long it is free at first.')),
        vcpus: optional(integer('Virtual CPUs of its server.')),
        memory_mb: optional(integer('Memory of its server.')),
        disk_gb: optional(integer('Disk of its server.')),
        image: optional(text('What its server boots from.')),
        images,
        kind: optional(choice(vpsKinds, 'What its server is on the engine.')),
        ...bounds,
      },
      async run({ id, price, hourly, currency, period, tax, ...changes }) {
        const terms = readPriceOptions({ price, hourly, currency, period });
        const tax_included = tax === undefined ? undefined : tax === 'included';
        return withWarnings(await db.write(() => plans.change(id, { ...changes, ...terms, tax_included })));
      },
    }),
    listCommand({
      name: 'plan list',
      summary: 'List the plans.',
      options: {},
      columns: [
        'id',
        'name',
        'version',
        'visibility',
        'stock',
        'price',
        'currency',
        'billing_period',
        'vcpus',
        'memory_mb',
        'disk_gb',
      ],
      statuses: PLAN_VISIBILITIES,
      searched: 'name',
      page: async (given) => db.read(plans.list(given)),
    }),
    command({
      name: 'plan show',
      summary: 'Show a plan with all its prices.',
      options: id,
      run: async ({ id }) => db.read(plans.show(id)),
    }),
    command({
      name: 'plan hide',
      summary: 'Take a plan out of the catalogue; whoever has it keeps it.',
      options: id,
      run: async ({ id }) => db.write(() => plans.setHidden(id, true)),
    }),
    command({
      name: 'plan publish',
      summary: 'Let customers see and order a plan.',
      options: id,
      run: async ({ id }) => withWarnings(await db.write(() => plans.setHidden(id, false))),
    }),
    command({
      name: 'plan stock',
      summary: 'Say how many more of a plan can be sold.',
      options: { ...id, stock: optional(integer('So many; any number when absent.')) },
      run: async ({ id, stock }) => db.write(() => plans.setStock(id, stock)),
    }),
  ];
}
