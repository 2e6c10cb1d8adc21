import type { Query } from '#kernel/db/query.ts';
import { billingModule, createBillingHold } from '#modules/commerce/billing/index.ts';
import { couponsModule } from '#modules/commerce/coupons/index.ts';
import { farewellsModule } from '#modules/commerce/farewells/index.ts';
import { invoicesModule } from '#modules/commerce/invoices/index.ts';
import { paymentsModule } from '#modules/commerce/payments/index.ts';
import { findPlan, plansModule } from '#modules/commerce/plans/index.ts';
import { profilesModule } from '#modules/commerce/profiles/index.ts';
import { shopModule } from '#modules/commerce/shop/index.ts';
import { subscriptionsModule } from '#modules/commerce/subscriptions/index.ts';
import { easeBound, liftBound } from '#modules/identity/accounts/index.ts';
import type { Ground } from './ground.ts';
import { inThePresent } from './present-servers.ts';
import type { Resources } from './resources.ts';
import type { Support } from './support.ts';
import { loadTaxRates } from './tax-rates.ts';

export function composeCommerce(
  { config, db, clock, log, vault, engines, mailer, staffMail, customerMail, attachments, links }: Ground,
  resources: Resources,
  { tickets }: Support,
) {
  const { servers, lastBackups } = inThePresent(resources, clock);
  const { maxGapDays } = config.commerce.dunning;
  const billingHold = createBillingHold({
    ...{ clock, log, staffMail },
    settings: { maxGapDays, timeZone: config.commerce.timeZone },
  });
  const plans = plansModule({ db, clock, vps: engines.vps });
  const coupons = couponsModule({ db, clock });
  const { seller, timeZone, tax } = config.commerce;
  const rates = loadTaxRates(config.commerce);
  const profiles = profilesModule({
    db,
    clock,
    log,
    rates,
    vat: engines.vat,
    isBillingHeld: billingHold.isHeld,
    onVatConfirmed: (...of) => invoices.invoices.correctTax(...of),
  });
  const trade = { seller, timeZone, tax, rates };
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
    // Called through functions, because payments are created after invoices.
    hooks: {
      holdMoney: (...of) => payments.payments.holdMoney(...of),
      applyCredit: (...of) => payments.payments.applyCredit(...of),
      giveCredit: (...of) => payments.payments.giveCredit(...of),
      returnMoney: (...of) => payments.payments.returnMoney(...of),
    },
    onCleared: (accountId, invoice, at) =>
      invoice.status === 'paid' ? onPaid(accountId, invoice, at) : onWaived(accountId, invoice, at),
    onReplaced: (accountId, former, by, at) =>
      subscriptions.subscriptions.changePayment.follow(accountId, former.id, by.id, at),
    isBillingHeld: billingHold.isHeld,
  });
  const { renewDaysBefore, invoiceWhileSuspended } = config.commerce.dunning;
  const subscriptions = subscriptionsModule({
    db,
    clock,
    servers,
    invoices: invoices.invoices,
    mailer,
    links,
    trustedTime: billingHold.trustedTime,
    log,
    staffMail,
    settings: {
      ...{ timeZone, renewDaysBefore, invoiceWhileSuspended },
      ...config.commerce.hourly,
      cancelUndeliveredHours: config.commerce.cancelUndeliveredHours,
      noticeDays: config.commerce.priceNoticeDays,
    },
    onMade: easeBound,
    collect: (...of) => payments.payments.chargeOrder(...of),
    collectChange: (...of) => payments.payments.chargeChange(...of),
    isUnderWay: (...of) => payments.payments.isUnderWay(...of),
    holdMoney: (...of) => payments.payments.holdMoney(...of),
    // Called through functions, because payments are created after subscriptions.
    funds: {
      hasMandate: (...of) => payments.payments.hasMandate(...of),
      balanceOf: (...of) => payments.payments.balanceOf(...of),
      listFingerprints: (...of) => payments.payments.listFingerprints(...of),
    },
  });
  const payments = paymentsModule({
    db,
    clock,
    log,
    mailer,
    links,
    engine: engines.payment,
    invoices: invoices.invoices,
    staffMail,
    customerMail,
    timeZone,
    isBillingHeld: billingHold.isHeld,
    onPaid,
    onReopened: (accountId, invoice, at) => billing.reopen(accountId, invoice.id, at),
    isElective: subscriptions.subscriptions.changePayment.isAwaited,
    forecast: subscriptions.subscriptions.forecast,
  });
  const billing = billingModule({
    ...{ db, clock, log, mailer, links, servers, lastBackups },
    invoices: invoices.invoices,
    printer: invoices.printer,
    subscriptions: subscriptions.subscriptions,
    prices: subscriptions.prices,
    charging: payments.payments,
    hold: billingHold,
    settings: { ...config.commerce.dunning, timeZone },
  });

  function* onPaid(accountId: number, { id }: { id: number }, at: number): Query<void> {
    for (const subscriptionId of yield* invoices.invoices.subscriptionsOf(accountId, id)) {
      yield* subscriptions.subscriptions.settle(accountId, subscriptionId, at);
    }
    yield* subscriptions.subscriptions.changePayment.settle(accountId, id, at);
    yield* billing.release(accountId, id, at);
    yield* liftBound(accountId);
  }

  /**
   * Handles an invoice that was credited or written off in full. It is no longer overdue, and its order is not carried
   * out.
   */
  function* onWaived(accountId: number, { id }: { id: number }, at: number): Query<void> {
    for (const subscriptionId of yield* invoices.invoices.subscriptionsOf(accountId, id)) {
      yield* subscriptions.subscriptions.reactivate(accountId, subscriptionId);
    }
    yield* subscriptions.subscriptions.changePayment.settle(accountId, id, at);
    yield* billing.release(accountId, id, at);
  }

  const shop = shopModule({ db, clock, trade });
  const farewells = farewellsModule({
    ...{ db, clock, links, mailer, staffMail, tickets },
    invoices: invoices.invoices,
    subscriptions: subscriptions.customer.subscriptions,
  });
  return {
    newCustomers: profiles.newCustomers,
    modules: [plans, coupons, profiles, subscriptions, invoices, billing, payments, shop, farewells],
    operator: {
      ...plans.operator,
      ...coupons.operator,
      ...farewells.operator,
      ...profiles.operator,
      ...subscriptions.operator,
      ...invoices.operator,
      ...payments.operator,
      ...billing.operator,
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
