import type { Database } from '@hostler/database';
import type { Logger } from '#kernel/log.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { CustomerMail } from '../../identity/people/index.ts';
import type { Payments } from '../payments/index.ts';
import type { CustomerSubscriptions } from '../subscriptions/index.ts';
import { blockCommands } from './blocks/commands.ts';
import { type BlockOperatorService, createBlockOperatorService } from './blocks/operator-service.ts';
import { orderCommands } from './commands.ts';
import { addressRetention, alertRegularly } from './jobs.ts';
import { reviewMetrics } from './metrics.ts';
import { migrations } from './migrations.ts';
import { createOrderOperatorService, type OrderOperatorService, type SignUps } from './operator-service.ts';
import { createSignUpReview, type SignUpReview } from './sign-ups.ts';
import { ordersToReview } from './today.ts';

export { createOrderReview } from './review.ts';
export type { BlockOperatorService, OrderOperatorService, SignUps };

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  links: Links;
  customerMail: CustomerMail;
  staffMail: StaffMail;
  subscriptions: CustomerSubscriptions;
  payments: Payments;
  signUps: SignUps;
}

interface OrdersModule extends Module {
  signUpReview: SignUpReview;
  operator: { orders: OrderOperatorService; blocks: BlockOperatorService };
}

/** The review of orders and sign-ups by staff. */
export function ordersModule(dependencies: Dependencies): OrdersModule {
  const { db, clock, log, links, staffMail } = dependencies;
  const blocks = createBlockOperatorService({ clock });
  const operator = createOrderOperatorService({ ...dependencies, blocks });
  return {
    name: 'orders',
    migrations,
    recurring: [alertRegularly({ db, log, links, staffMail })],
    forgets: [addressRetention],
    today: [ordersToReview],
    metrics: reviewMetrics({ clock, orders: operator }),
    checks: [{ name: 'order review', check: operator.check }],
    commands: [...orderCommands({ db, orders: operator }), ...blockCommands({ db, blocks })],
    signUpReview: createSignUpReview(),
    operator: { orders: operator, blocks },
  };
}
