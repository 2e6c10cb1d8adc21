import type { Database, Query } from '@hostler/database';
import type { Logger } from '#kernel/log.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { OrderServer } from '../../resources/backups/index.ts';
import type { Servers } from '../../resources/hosting/index.ts';
import type { InvoiceService } from '../invoices/index.ts';
import type { Payments } from '../payments/index.ts';
import { checkAddresses } from './addresses/operator-service.ts';
import { createChangeApplier } from './changes/apply.ts';
import { createFactsReader } from './changes/facts.ts';
import { type ChangePaymentService, createChangePaymentService } from './changes/payment-service.ts';
import { changeRoutes } from './changes/routes.ts';
import { type ChangeService, createChangeService } from './changes/service.ts';
import { subscriptionCommands } from './commands.ts';
import { checkSizes } from './contracts/operator-service.ts';
import { createServerContract } from './contracts/service.ts';
import { checkUsageLimits } from './cover/check.ts';
import { usageLimitCommand } from './cover/commands.ts';
import { type CoverOperatorService, createCoverOperatorService } from './cover/operator-service.ts';
import { type CoverService, createCoverService } from './cover/service.ts';
import { createExtraAddressBilling, type ExtraAddressBilling } from './extra-addresses/service.ts';
import { createForecast, type Forecast } from './forecast.ts';
import { createImportedSubscriptions, type ImportedSubscriptions } from './imported.ts';
import { followInvoices } from './invoice-follower.ts';
import { checkLinks } from './links/operator-service.ts';
import { createLinkService } from './links/service.ts';
import { migrations } from './migrations.ts';
import { createSubscriptionOperatorService, type SubscriptionOperatorService } from './operator-service.ts';
import { type CancellationService, createCancellationService } from './orders/cancellation.ts';
import { createDeliveryService, type DeliveryService } from './orders/delivery.ts';
import { orderFailures } from './orders/failures.ts';
import { orderFromBackup } from './orders/from-backup.ts';
import { deliverRegularly } from './orders/jobs.ts';
import type { OrderReview } from './orders/review.ts';
import { createOrderService, type OrderService } from './orders/service.ts';
import { createPaymentStatusService, type PaymentStatusService } from './payment-status.ts';
import { createRenewalService, type RenewalService } from './renewals/service.ts';
import { repricingCommands } from './repricing/commands.ts';
import { createPriceDecisions, type PriceDecisions } from './repricing/deciding/operator-service.ts';
import { followPriceMails } from './repricing/jobs.ts';
import { createRepricingOperatorService, type RepricingOperatorService } from './repricing/operator-service.ts';
import { repricingPanelRoutes } from './repricing/panel-routes.ts';
import type { RepricingSettings } from './repricing/schedule.ts';
import { createRepricingService } from './repricing/service.ts';
import { subscriptionRoutes } from './routes.ts';
import { followServers } from './server-follower.ts';
import { createSubscriptionService, type SubscriptionService } from './service.ts';
import type { SubscriptionSettings } from './settings.ts';
import { ordersLimit, subscriptionsLimit } from './store.ts';
import { renewalsToday } from './today.ts';
import { trafficCapRoutes } from './traffic/routes.ts';
import { createTrafficBillingService, type TrafficBillingService } from './traffic/service.ts';
import { createUsageService, type UsageService } from './usage/service.ts';

export type { Cover } from './cover/service.ts';
export { listUnbilledAddresses, type UnbilledAddress } from './extra-addresses/operator-service.ts';
export {
  type DueSubscription,
  listPendingChanges,
  listToActivate,
  listToBill,
  listToChange,
  listToEnd,
  listUndelivered,
  listUnpaidOrders,
} from './operator-service.ts';
export { firstLines } from './orders/first-lines.ts';
export type { OrderFlag, OrderReview } from './orders/review.ts';
export { fromWallClock } from './periods/zone.ts';
export { listToDecide } from './repricing/deciding/operator-service.ts';
export type { OwnedNotice } from './repricing/store.ts';
export { choosePrice } from './terms.ts';
export type { ImportedSubscriptions, PriceDecisions, RepricingOperatorService, SubscriptionOperatorService };

/**
 * Operations for other modules. All are idempotent.
 * - `bill` invoices everything due in some accounts: renewals, ends of trials, waiting changes, usage.
 * - `settle` handles an invoice that was paid in full. It carries out an order, or reactivates a past due subscription
 *   once none of its invoices is overdue.
 * - `carryOut` carries out a change of plan that waited for its period.
 * - `changePayment` carries out paid changes of plan and ends unpaid ones.
 * - `suspend` and `lift` record that its server was suspended for non-payment, and runs again.
 */
export type Subscriptions = Pick<SubscriptionService, 'find' | 'end' | 'cancel'> &
  Pick<PaymentStatusService, 'fallPastDue' | 'suspend' | 'reactivate' | 'lift'> &
  Pick<OrderService, 'settle' | 'activate'> &
  Pick<CancellationService, 'cancelUnpaidOrder' | 'cancelUndelivered'> &
  Pick<RenewalService, 'bill' | 'renew' | 'billUsageNow'> &
  Pick<UsageService, 'billUsage'> &
  Pick<TrafficBillingService, 'billTraffic'> &
  Pick<ExtraAddressBilling, 'billAddresses'> &
  Pick<ChangeService, 'carryOut'> & {
    forecast: Forecast;
    measureCover: CoverService['measure'];
    changePayment: Pick<ChangePaymentService, 'settle' | 'follow' | 'review' | 'isAwaited'>;
  };

/** Operations on the subscriptions of an account. */
export type CustomerSubscriptions = SubscriptionService &
  OrderService &
  CancellationService &
  Pick<DeliveryService, 'begin'> &
  Pick<RenewalService, 'bill'> &
  TrafficBillingService &
  Pick<ChangeService, 'preview' | 'change' | 'carryOut'> &
  Pick<ChangePaymentService, 'withdraw' | 'review'>;

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  staffMail: StaffMail;
  servers: Servers;
  /** Places the orders of servers that are created from backups. */
  newServers: { register(order: OrderServer): void };
  invoices: InvoiceService;
  settings: SubscriptionSettings & Pick<RepricingSettings, 'noticeDays'>;
  mailer: Mailer;
  links: Links;
  /** Returns the same time, or the time of the last billing run while the clock is not trusted. */
  trustedTime(at: number): Query<number>;
  payments: Payments;
  /** Decides which orders wait for staff. */
  review: OrderReview;
  /** Called when the server of an order is requested. */
  onMade(accountId: number): Query<void>;
  /** Returns whether the engine of the servers does not answer. */
  isEngineAway(): Query<boolean>;
}

interface SubscriptionsModule extends Module {
  subscriptions: Subscriptions;
  imported: ImportedSubscriptions;
  prices: PriceDecisions;
  operator: {
    subscriptions: SubscriptionOperatorService;
    cover: CoverOperatorService;
    repricing: RepricingOperatorService;
  };
  customer: { subscriptions: CustomerSubscriptions };
}

export function subscriptionsModule(dependencies: Dependencies): SubscriptionsModule {
  const { db, clock, log, staffMail, servers, invoices, settings, trustedTime, payments, onMade, review } =
    dependencies;
  const usage = createUsageService({ invoices, settings });
  const cover = createCoverService({ invoices, usage, settings, funds: payments });
  const renewals = createRenewalService({ invoices, usage, settings });
  const traffic = createTrafficBillingService({ invoices, renewals, settings });
  const addresses = createExtraAddressBilling({ invoices, renewals, settings, funds: payments });
  const { mailer, links } = dependencies;
  const linking = createLinkService({ servers, addresses });
  const { isUnderWay, holdMoney } = payments;
  const readFacts = createFactsReader({ servers, invoices, settings });
  const applier = createChangeApplier({ servers, usage });
  const changePayment = createChangePaymentService({
    ...{ clock, invoices, readFacts, applier, mailer, links, isUnderWay, holdMoney },
    funds: payments,
    collect: payments.chargeChange,
  });
  const paymentStatus = createPaymentStatusService({
    ...{ invoices, renewals, usage, settings, changePayment, addresses, trustedTime },
  });
  const delivery = createDeliveryService({ servers, usage, settings });
  const cancellation = createCancellationService({
    ...{ clock, servers, invoices, review },
    isEngineAway: dependencies.isEngineAway,
  });
  const orders = createOrderService({
    clock,
    servers,
    invoices,
    renewals,
    usage,
    paymentStatus,
    delivery,
    settings,
    cover,
    review,
    listFingerprints: payments.listFingerprints,
    *hasFunds(accountId, currency) {
      return (yield* payments.hasMandate(accountId)) || (yield* payments.balanceOf(accountId, currency)) > 0;
    },
    onMade,
    collect: payments.chargeOrder,
  });
  const subscriptions = createSubscriptionService({
    ...{ servers, invoices, renewals, usage, settings, changePayment },
    orders: cancellation,
  });
  const changes = createChangeService({
    ...{ invoices, readFacts, applier, usage, cover, settings },
    payment: changePayment,
  });
  dependencies.newServers.register(orderFromBackup({ servers, orders }));
  servers.follow(followServers(subscriptions, delivery, addresses, settings));
  invoices.follow(followInvoices({ invoices, orders, paymentStatus, changePayment }));
  servers.sellBy(createServerContract(changes, addresses, linking));
  const operator = createSubscriptionOperatorService({
    db,
    clock,
    subscriptions,
    orders,
    delivery,
    changes,
    links: linking,
  });
  const coverOperator = createCoverOperatorService({ clock, cover });
  const forecast = createForecast(usage);
  const repricing = createRepricingOperatorService({ db, clock, mailer, links, settings });
  const prices = createPriceDecisions({ db, clock, mailer, staffMail, links, settings, subscriptions });
  return {
    name: 'subscriptions',
    tag: 'Subscriptions, orders and plan changes.',
    migrations,
    limits: [subscriptionsLimit, ordersLimit],
    routes: [
      ...subscriptionRoutes({ subscriptions, orders, servers }),
      ...trafficCapRoutes(traffic),
      ...changeRoutes({ db, clock, changes, payment: changePayment }),
    ],
    panelRoutes: repricingPanelRoutes({ db, clock, repricing: createRepricingService({ settings }) }),
    panelTags: { 'price-changes': 'Agreement to new prices through the link in the mail.' },
    commands: [
      ...subscriptionCommands({ db, subscriptions: operator }),
      usageLimitCommand({ db, cover: coverOperator }),
      ...repricingCommands({ db, repricing }),
    ],
    failures: [orderFailures(operator.retryOrder)],
    today: [renewalsToday(settings)],
    recurring: [followPriceMails(prices), deliverRegularly({ db, log, delivery, staffMail })],
    checks: [
      checkAddresses(db),
      checkUsageLimits(db, settings),
      { name: 'orders', check: operator.check },
      checkSizes(db),
      checkLinks(db),
    ],
    prices,
    imported: createImportedSubscriptions({ settings, links: linking }),
    operator: { subscriptions: operator, cover: coverOperator, repricing },
    customer: {
      subscriptions: {
        ...subscriptions,
        ...orders,
        ...cancellation,
        ...changes,
        ...changePayment,
        ...traffic,
        begin: delivery.begin,
        bill: renewals.bill,
      },
    },
    subscriptions: {
      ...subscriptions,
      ...paymentStatus,
      ...orders,
      ...cancellation,
      ...renewals,
      ...usage,
      ...changes,
      ...traffic,
      billAddresses: addresses.billAddresses,
      forecast,
      measureCover: cover.measure,
      changePayment,
    },
  };
}
