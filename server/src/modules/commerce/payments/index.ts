import type { PayingCustomer, PaymentEngine } from '#engines/payment/driver.ts';
import type { Database } from '#kernel/db/database.ts';
import type { Query } from '#kernel/db/query.ts';
import type { Logger } from '#kernel/log.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { CustomerMail, StaffMail } from '../../identity/people/index.ts';
import type { InvoiceHooks, InvoiceService } from '../invoices/index.ts';
import { findProfile } from '../profiles/index.ts';
import { createAllocations, type OnPaid } from './allocations/service.ts';
import { chargeFailures } from './charging/failures.ts';
import { chargeJob } from './charging/jobs.ts';
import { lookAtPayments } from './charging/looks/jobs.ts';
import { createOutcome } from './charging/outcome.ts';
import { type ChargingService, createChargingService } from './charging/service.ts';
import { paymentCommands } from './commands.ts';
import { confirmPayment, tellOfDecline } from './customer-mail.ts';
import { createStatementOperatorService, type StatementOperatorService } from './imports/operator-service.ts';
import type { Ledger } from './ledger/schemas.ts';
import { balanceOf } from './ledger/service.ts';
import { listNewestEntries } from './ledger/store.ts';
import { viewLedger } from './ledger/view.ts';
import { cancelMandateJob, lookAtSetups } from './methods/jobs.ts';
import { createMethodService, methodsLimit } from './methods/service.ts';
import { migrations } from './migrations.ts';
import { createNoticeService } from './notices/operator-service.ts';
import { noticePages } from './notices/pages.ts';
import { noticeRetention } from './notices/retention.ts';
import { createPaymentOperatorService, type PaymentOperatorService } from './operator-service.ts';
import { paymentPanelRoutes } from './panel-routes.ts';
import { createPaying } from './paying.ts';
import { payoutCommands } from './payouts/commands.ts';
import { createPayoutOperatorService, type PayoutOperatorService } from './payouts/operator-service.ts';
import { lookAtRefunds, refundJob } from './refunds/jobs.ts';
import { createRefundService } from './refunds/service.ts';
import { createReversalService } from './reversals/service.ts';
import { paymentRoutes } from './routes.ts';
import { createPaymentService, type PaymentService } from './service.ts';
import { createPaymentStaffMail } from './staff-mail.ts';
import { createStanding, type Forecast, USUAL_CURRENCY } from './standing.ts';
import { hasPendingPayment } from './store.ts';

export type { PaymentOperatorService, PaymentService, PayoutOperatorService, StatementOperatorService };

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  links: Links;
  engine: PaymentEngine;
  invoices: InvoiceService;
  staffMail: StaffMail;
  customerMail: CustomerMail;
  timeZone: string;
  isBillingHeld: () => Query<boolean>;
  onPaid: OnPaid;
  /** Called when a payment was reversed and its invoice is due again. */
  onReopened: OnPaid;
  isElective: Parameters<typeof createAllocations>[0]['isElective'];
  /** Provides sold and not yet invoiced amounts, if known. */
  forecast?: Forecast;
}

/** The part of payments that other modules use. */
export interface Payments extends InvoiceHooks {
  /** Records a received payment, once. */
  readonly record: PaymentService['record'];
  readonly balanceOf: typeof balanceOf;
  readonly spendCredit: (accountId: number, currency: string, at: number) => Query<void>;
  /** Starts collecting an invoice by the default method. Undefined if that is not possible. */
  readonly charge: ChargingService['charge'];
  readonly chargeOrder: ChargingService['chargeOrder'];
  readonly chargeChange: ChargingService['chargeChange'];
  /** Returns whether a payment for this invoice is in progress. */
  readonly isUnderWay: ChargingService['isUnderWay'];
  /** Returns whether a payment is in progress, or a reversal is not settled. The account is not suspended meanwhile. */
  readonly isUnsettled: (accountId: number) => Query<boolean>;
  /** Returns whether the account can be charged automatically. */
  readonly hasMandate: (accountId: number) => Query<boolean>;
  readonly listFingerprints: ReturnType<typeof createMethodService>['listFingerprints'];
  readonly refund: ReturnType<typeof createRefundService>['refund'];
  readonly reverse: ReturnType<typeof createReversalService>['reverse'];
}

/** Operations on the payments of an account. */
export type CustomerPayments = PaymentService &
  ChargingService & {
    keepMethod: ReturnType<typeof createMethodService>['keep'];
    restore: ReturnType<typeof createReversalService>['restore'];
  };

interface PaymentsModule extends Module {
  payments: Payments;
  operator: {
    payments: PaymentOperatorService;
    payouts: PayoutOperatorService;
    statements: StatementOperatorService;
  };
  customer: { payments: CustomerPayments };
}

export function paymentsModule(dependencies: Dependencies): PaymentsModule {
  const { db, clock, log, mailer, links, engine, invoices, staffMail, onPaid, forecast, isBillingHeld } = dependencies;
  const { onReopened, isElective } = dependencies;
  const drivers: ReadonlyMap<string, NonNullable<ReturnType<typeof engine.drivers.get>>> = engine.drivers;
  const findDriver = (name: string | null) => drivers.get(name ?? '');
  const tellStaff = createPaymentStaffMail(staffMail);

  const allocations = createAllocations({ invoices, onPaid, onReopened, isElective });
  const { customerMail, timeZone } = dependencies;
  const onReceived = confirmPayment({ clock, customerMail, links, timeZone, customerOf });
  const payments = createPaymentService({ invoices, allocations, onReceived });
  const methods = createMethodService({ onNew: (...of) => charging.chargeRefused(...of) });
  const onFailed = tellOfDecline({ mailer, links, invoices, customerOf });
  const recordOutcome = createOutcome({ payments, methods, onFailed });
  const charging: ChargingService = createChargingService({ clock, invoices, methods, findDriver });
  const reversals = createReversalService({ payments, allocations, tellStaff });
  const refunds = createRefundService({ invoices, payments, reversals, allocations, findDriver, tellStaff });
  const notices = createNoticeService({ recordOutcome, methods, refunds, reversals });
  const paying = createPaying({ db, clock, links, invoices, charging, methods, recordOutcome, drivers, customerOf });
  const operator = createPaymentOperatorService({ clock, invoices, payments, allocations, refunds, reversals });
  const statements = createStatementOperatorService({ db, clock, invoices, payments });
  const payouts = createPayoutOperatorService({ db, clock });
  const { readStatement } = engine;

  return {
    name: 'payments',
    migrations,
    limits: [methodsLimit],
    routes: paymentRoutes({ payments, standing: createStanding({ invoices, forecast }) }),
    panelRoutes: paymentPanelRoutes({ methods, paying, drivers, showLedger }),
    panelTags: { billing: 'Payments, saved payment methods and the billing profile.' },
    pages: noticePages(drivers.values(), { db, clock, log, notices }),
    jobs: [
      chargeJob({ db, clock, invoices, findDriver, recordOutcome, isBillingHeld }),
      refundJob({ db, clock, refunds, findDriver }),
      cancelMandateJob({ db, findDriver }),
    ],
    recurring: [
      lookAtPayments({ db, log, findDriver, recordOutcome, isBillingHeld }),
      lookAtSetups({ db, log, methods, findDriver }),
      lookAtRefunds({ db }),
    ],
    forgets: [noticeRetention],
    failures: [chargeFailures({ charging, isBillingHeld })],
    checks: [
      { name: 'bank lines', check: statements.check },
      { name: 'payouts', check: payouts.check },
    ],
    commands: [
      ...paymentCommands({ db, payments: operator, statements, readStatement }),
      ...payoutCommands({ db, payouts }),
    ],
    payments: {
      record: payments.record,
      balanceOf,
      ...allocations.hooks,
      returnMoney: refunds.returnMoney,
      spendCredit: allocations.spendCredit,
      charge: charging.charge,
      chargeOrder: charging.chargeOrder,
      chargeChange: charging.chargeChange,
      isUnderWay: charging.isUnderWay,
      *isUnsettled(accountId) {
        return (yield* hasPendingPayment(accountId)) || (yield* reversals.findChargingStop(accountId)) !== undefined;
      },
      *hasMandate(accountId) {
        return (yield* methods.findDefault(accountId)) !== undefined && !(yield* reversals.findChargingStop(accountId));
      },
      listFingerprints: methods.listFingerprints,
      refund: refunds.refund,
      reverse: reversals.reverse,
    },
    operator: { payments: operator, payouts, statements },
    customer: { payments: { ...payments, ...charging, keepMethod: methods.keep, restore: reversals.restore } },
  };
}

/** Entries per page. */
const MOST_ENTRIES = 100;

function* showLedger(accountId: number): Query<Ledger> {
  const { currency } = yield* customerOf(accountId);
  return viewLedger(currency, yield* listNewestEntries(accountId, currency, MOST_ENTRIES));
}

function* customerOf(accountId: number): Query<PayingCustomer & { currency: string }> {
  const { email, name, company, currency } = yield* findProfile(accountId);
  return { email, name: company ?? name, currency: currency ?? USUAL_CURRENCY };
}
