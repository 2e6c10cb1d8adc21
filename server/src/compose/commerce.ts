import { billingModule, createBillingHold, createContracts } from '#modules/commerce/billing/index.ts';
import { cancellationsModule } from '#modules/commerce/cancellations/index.ts';
import { couponsModule } from '#modules/commerce/coupons/index.ts';
import { type InviteOwner, importsModule } from '#modules/commerce/imports/index.ts';
import { InvoiceFollowers, invoicesModule } from '#modules/commerce/invoices/index.ts';
import { createOrderReview, ordersModule, type SignUps } from '#modules/commerce/orders/index.ts';
import { createMoney, paymentsModule } from '#modules/commerce/payments/index.ts';
import { findPlan, plansModule } from '#modules/commerce/plans/index.ts';
import { profilesModule } from '#modules/commerce/profiles/index.ts';
import { shopModule } from '#modules/commerce/shop/index.ts';
import { subscriptionsModule } from '#modules/commerce/subscriptions/index.ts';
import { easeBound } from '#modules/identity/accounts/index.ts';
import { isEngineAway } from '#modules/resources/monitoring/index.ts';
import { live } from '#settings/live.ts';
import type { Ground } from './ground.ts';
import { inThePresent } from './present-servers.ts';
import type { Resources } from './resources.ts';
import type { Support } from './support.ts';

export function composeCommerce(
  { config, db, clock, log, vault, engines, taxRates, mailer, staffMail, customerMail, attachments, links }: Ground,
  resources: Resources,
  { tickets }: Support,
  signUps: SignUps,
  inviteOwner: InviteOwner,
) {
  const { servers, lastBackups } = inThePresent(resources, clock);
  const billingHold = createBillingHold({
    ...{ clock, log, staffMail },
    settings: live(() => ({ ...config.commerce.dunning, timeZone: config.commerce.timeZone })),
  });
  const plans = plansModule({ db, clock, vps: engines.vps });
  const coupons = couponsModule({ db, clock });
  const trade = live(() => ({ ...config.commerce, rates: taxRates }));
  const followers = new InvoiceFollowers();
  const money = createMoney({ clock, links, engine: engines.payment, staffMail, customerMail, trade, followers });
  const invoices = invoicesModule({
    db,
    clock,
    log,
    mailer,
    attachments,
    links,
    trade,
    checkDate: billingHold.checkDate,
    staffMail,
    archive: { path: config.documentArchive, installation: vault.keyName },
    hooks: money.hooks,
    followers,
    isBillingHeld: billingHold.isHeld,
    brand: live(() => config.brand),
  });
  const profiles = profilesModule({
    db,
    clock,
    log,
    rates: taxRates,
    vat: engines.vat,
    isBillingHeld: billingHold.isHeld,
    onVatConfirmed: invoices.invoices.correctTax,
  });
  const payments = paymentsModule({
    db,
    clock,
    log,
    mailer,
    links,
    engine: engines.payment,
    invoices: invoices.invoices,
    money,
    isBillingHeld: billingHold.isHeld,
  });
  const subscriptions = subscriptionsModule({
    db,
    clock,
    servers,
    newServers: resources.newServers,
    invoices: invoices.invoices,
    payments: payments.payments,
    mailer,
    links,
    trustedTime: billingHold.trustedTime,
    log,
    staffMail,
    settings: live(() => ({
      ...config.commerce,
      ...config.commerce.dunning,
      ...config.commerce.hourly,
      noticeDays: config.commerce.priceNoticeDays,
    })),
    onMade: easeBound,
    isEngineAway,
    review: createOrderReview({ settings: live(() => config.commerce.review), hasPaid: invoices.invoices.hasPaid }),
  });
  const orders = ordersModule({
    ...{ db, clock, log, links, customerMail, staffMail, signUps },
    subscriptions: subscriptions.customer.subscriptions,
    payments: payments.payments,
  });
  // After subscriptions: a paid subscription is active before its suspension is lifted.
  const billing = billingModule({
    ...{ db, clock, log, mailer, links, servers, lastBackups },
    invoices: invoices.invoices,
    printer: invoices.printer,
    subscriptions: subscriptions.subscriptions,
    prices: subscriptions.prices,
    charging: payments.payments,
    hold: billingHold,
    settings: live(() => ({ ...config.commerce.dunning, timeZone: config.commerce.timeZone })),
  });
  const shop = shopModule({ db, clock, trade });
  const cancellations = cancellationsModule({
    ...{ db, clock, links, mailer, staffMail, tickets },
    invoices: invoices.invoices,
    subscriptions: subscriptions.customer.subscriptions,
    settings: live(() => ({ timeZone: config.commerce.timeZone })),
  });
  const imports = importsModule({
    ...{ db, clock, inviteOwner },
    profiles: profiles.profiles,
    payments: payments.operator.payments,
    subscriptions: subscriptions.imported,
    settings: live(() => ({ timeZone: config.commerce.timeZone })),
  });
  return {
    newCustomers: { ...profiles.newCustomers, ...orders.signUpReview },
    contracts: createContracts(subscriptions),
    readBalance: billing.readBalance,
    readProfile: (account_id: number) => profiles.operator.profiles.show({ account_id }),
    modules: [
      plans,
      coupons,
      profiles,
      subscriptions,
      orders,
      invoices,
      billing,
      payments,
      shop,
      cancellations,
      imports,
    ],
    operator: {
      ...plans.operator,
      ...coupons.operator,
      ...cancellations.operator,
      ...profiles.operator,
      ...subscriptions.operator,
      ...orders.operator,
      ...invoices.operator,
      ...payments.operator,
      ...billing.operator,
      ...imports.operator,
    },
    customer: {
      plans: { find: findPlan },
      profiles: profiles.profiles,
      invoices: invoices.invoices,
      ...subscriptions.customer,
      ...payments.customer,
      ...billing.customer,
    },
  };
}
