import { vpsKinds } from '../../../engines/vps/driver.ts';
import { type Command, choice, command, flag, integer, optional, text } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { type PlanOperatorService, USUAL_PLAN } from './operator-service.ts';
import { BILLING_PERIODS } from './schemas.ts';

export function planCommands({ db, plans }: { db: Database; plans: PlanOperatorService }): Command[] {
  return [
    command({
      name: 'plan create',
      summary: 'Make a plan that subscriptions and servers can have.',
      options: {
        name: text('Its name; unique, and not a number.'),
        price: integer('For one period, in minor units (990 is 9.90).'),
        currency: text('ISO 4217 code.', { default: USUAL_PLAN.currency }),
        period: choice(BILLING_PERIODS, 'How often it is billed.', { default: USUAL_PLAN.billing_period }),
        vcpus: integer('Virtual CPUs of its server.', { default: USUAL_PLAN.vcpus }),
        memory_mb: integer('Memory of its server.', { default: USUAL_PLAN.memory_mb }),
        disk_gb: integer('Disk of its server.', { default: USUAL_PLAN.disk_gb }),
        image: text('What its server boots from.', { default: USUAL_PLAN.image }),
        kind: choice(vpsKinds, 'What its server is on the engine.', { default: USUAL_PLAN.kind }),
        processes: optional(integer('How many its server may run; by its memory when absent.')),
        network_mbps: optional(integer('Megabits a second of its server, each way; no limit when absent.')),
        disk_iops: optional(integer('Reads, and writes, a second of its server; no limit when absent.')),
        nesting: flag('Lets its server run containers of its own.'),
      },
      run: ({ period, ...plan }) => db.write(() => plans.create({ ...plan, billing_period: period })),
    }),
    command({
      name: 'plan list',
      summary: 'List the plans.',
      options: {},
      run: async () => db.read(plans.list()),
    }),
  ];
}
