import type { Database } from '@hostler/database';
import { vpsKinds } from '#engines/vps/driver.ts';
import { type Command, choice, command, flag, integer, list, optional, text, texts } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE, MONEY } from '#kernel/staff-roles.ts';
import { MOST_EXTRA_ADDRESSES } from './extra-addresses.ts';
import type { PlanImages } from './images.ts';
import { StaffPlan } from './operator-schemas.ts';
import type { PlanOperatorService, PlanView } from './operator-service.ts';
import { readOptionPrices, readPriceOptions } from './price-option.ts';
import { BILLING_PERIODS, PLAN_VISIBILITIES, TRAFFIC_BEYOND } from './schemas.ts';
import { USUAL_PLAN } from './terms.ts';

const id = { id: text('Plan id or name.') };

const prices = {
  price: texts('Price in minor units: 990, monthly:EUR:990, or yearly:EUR:9900:500 with a setup fee of 500.'),
  hourly: texts('Hourly price: currency, price per started hour and monthly cap, like EUR:2:990.'),
  setup_fee: optional(integer('Setup fee in minor units, for prices that do not include one.')),
  currency: optional(text(`ISO 4217 currency code for a price given as a number. Default: ${USUAL_PLAN.currency}.`)),
  period: optional(choice(BILLING_PERIODS, 'Billing period for a price given as a number. Default: monthly.')),
};

const bounds = {
  processes: optional(integer('Process limit of the server. Default: derived from its memory.')),
  network_mbps: optional(integer('Network limit in Mbit/s in each direction. Default: no limit.')),
  disk_iops: optional(integer('Disk limit in reads per second and in writes per second. Default: no limit.')),
};

const traffic = {
  traffic_included_gb: optional(integer('Outbound traffic per calendar month in GB. Default: unmetered.')),
  traffic_beyond: optional(
    choice(TRAFFIC_BEYOND, 'Effect of more traffic: throttle limits the network, bill charges it. Default: throttle.'),
  ),
  traffic_throttle_mbps: optional(integer('Network limit in Mbit/s of a throttled server. Default: 10.')),
  traffic_price: texts('Price of each started GB beyond, like EUR:1, once per currency of the plan.'),
};

const extraAddresses = {
  extra_addresses_max: optional(
    integer(`Extra addresses that a server can have, at most ${MOST_EXTRA_ADDRESSES}. Default: none.`),
  ),
  extra_address_price: texts('Price of an extra address per calendar month, like EUR:200, once per currency.'),
};

const images = optional(list('Additional images that customers can choose, separated by commas.'));

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
      route: { roles: MONEY, data: StaffPlan },
      summary: 'Create a plan.',
      options: {
        name: text('Plan name. Must be unique and not a number.'),
        ...prices,
        tax_included: flag('Prices include tax.'),
        trial_days: integer('Trial period in days.', { default: 0 }),
        stock: optional(integer('Number of subscriptions that can be sold. Default: unlimited.')),
        hidden: flag('Hide the plan from customers. Staff can still sell it.'),
        vcpus: integer('Number of virtual CPUs.', { default: USUAL_PLAN.vcpus }),
        memory_mb: integer('Memory in MB.', { default: USUAL_PLAN.memory_mb }),
        disk_gb: integer('Disk size in GB.', { default: USUAL_PLAN.disk_gb }),
        image: text('Default image of the server.', { default: USUAL_PLAN.image }),
        images,
        kind: choice(vpsKinds, 'Server type on the engine.', { default: USUAL_PLAN.kind }),
        ...bounds,
        nesting: flag('Allow the server to run containers.'),
        ...traffic,
        ...extraAddresses,
      },
      async run({ price, hourly, currency, period, traffic_price, extra_address_price, ...plan }) {
        const options = readOptionPrices({ traffic_price, extra_address_price });
        const terms = { ...readPriceOptions({ price, hourly, currency, period }), ...options };
        return withWarnings(await db.write(() => plans.create({ ...plan, ...terms })));
      },
    }),
    command({
      name: 'plan change',
      route: { roles: MONEY, data: StaffPlan },
      summary:
        'Change a plan for new orders. Existing subscriptions keep their terms; omitted options keep their values.',
      options: {
        ...id,
        ...prices,
        tax: optional(
          choice(['included', 'added'], 'included if the prices include tax, added if tax is added to them.', {}),
        ),
        trial_days: optional(integer('Trial period in days.')),
        vcpus: optional(integer('Number of virtual CPUs.')),
        memory_mb: optional(integer('Memory in MB.')),
        disk_gb: optional(integer('Disk size in GB.')),
        image: optional(text('Default image of the server.')),
        images,
        kind: optional(choice(vpsKinds, 'Server type on the engine.')),
        ...bounds,
        ...traffic,
        ...extraAddresses,
        unmetered: flag('Stop metering the traffic of new orders.'),
      },
      async run({ id, price, hourly, currency, period, tax, traffic_price, extra_address_price, unmetered, ...given }) {
        const options = readOptionPrices({ traffic_price, extra_address_price });
        const terms = { ...readPriceOptions({ price, hourly, currency, period }), ...options };
        const changes = unmetered ? { ...given, traffic_included_gb: null } : given;
        const tax_included = tax === undefined ? undefined : tax === 'included';
        return withWarnings(await db.write(() => plans.change(id, { ...changes, ...terms, tax_included })));
      },
    }),
    listCommand({
      name: 'plan list',
      route: { roles: EVERY_ROLE, data: StaffPlan },
      summary: 'List plans.',
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
      route: { roles: EVERY_ROLE, data: StaffPlan },
      summary: 'Show a plan with all prices.',
      options: id,
      run: async ({ id }) => db.read(plans.show(id)),
    }),
    command({
      name: 'plan versions',
      route: { roles: EVERY_ROLE, reads: true, list: true, data: StaffPlan },
      summary: 'List the newest 100 versions of a plan with their prices. Subscriptions keep their version.',
      options: id,
      columns: ['version', 'price', 'currency', 'billing_period', 'vcpus', 'memory_mb', 'disk_gb', 'created_at'],
      run: async ({ id }) => db.read(plans.listVersions(id)),
    }),
    command({
      name: 'plan hide',
      route: { roles: MONEY, data: StaffPlan },
      summary: 'Hide a plan from the catalogue. Existing subscriptions keep it.',
      options: id,
      run: async ({ id }) => db.write(() => plans.setHidden(id, true)),
    }),
    command({
      name: 'plan publish',
      route: { roles: MONEY, data: StaffPlan },
      summary: 'Publish a plan, so that customers can see and order it.',
      options: id,
      run: async ({ id }) => withWarnings(await db.write(() => plans.setHidden(id, false))),
    }),
    command({
      name: 'plan stock',
      route: { roles: MONEY, data: StaffPlan },
      summary: 'Set the remaining stock of a plan.',
      options: {
        ...id,
        stock: optional(integer('Number of subscriptions that can still be sold. Default: unlimited.')),
      },
      run: async ({ id, stock }) => db.write(() => plans.setStock(id, stock)),
    }),
  ];
}
