import type { Database, InTurn, Query } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { PaymentDriver } from '#engines/payment/driver.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Clock } from '#kernel/time.ts';
import { type InvoiceService, requireDue } from '../../invoices/index.ts';
import { customerOf } from '../customer.ts';
import type { MethodService } from '../methods/service.ts';
import { errors } from './errors.ts';
import type { RecordOutcome } from './outcome.ts';
import { type ChargingService, orderOf, refuseOnHold } from './service.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  links: Links;
  invoices: Pick<InvoiceService, 'find'>;
  charging: ChargingService;
  methods: MethodService;
  recordOutcome: RecordOutcome;
  drivers: ReadonlyMap<string, PaymentDriver>;
}

interface PayOnPage {
  invoiceId: number;
  driver: string;
  returnPath: string;
  keep: boolean;
}

const NOTHING_NEXT = { type: 'none' } as const;

export type Paying = ReturnType<typeof createPaying>;

/**
 * Calls providers outside of transactions: the payment is stored first, then the provider is called, then the result is
 * stored.
 */
export function createPaying(dependencies: Dependencies) {
  const { db, clock, links, invoices, charging, methods, recordOutcome, drivers } = dependencies;

  async function payOnPage(
    accountId: number,
    { invoiceId, driver: name, returnPath, keep }: PayOnPage,
    inTurn: InTurn,
  ) {
    const driver = findDriver(name);
    // A bank transfer starts nothing before it arrives.
    if (!driver.capabilities.has('redirect')) {
      return { payment: null, next: await instruct(accountId, invoiceId, driver, inTurn) };
    }
    const returnUrl = links.to(returnPath as `/${string}`);
    const { payment, invoice, customer } = await write(inTurn, function* () {
      return {
        ...(yield* charging.begin(accountId, invoiceId, name, clock.now())),
        customer: yield* customerOf(accountId),
      };
    });
    const order = {
      ...orderOf(payment, invoice),
      returnUrl,
      customer,
      keep: keep && driver.capabilities.has('mandate'),
    };
    const started = await ask(() => driver.startPayment(order));
    const known = started.status === 'pending' ? undefined : await ask(() => driver.fetchStatus(started));
    if (!known) return { payment, next: started.next };
    const outcome = await write(inTurn, () => recordOutcome(accountId, payment.id, known, clock.now()));
    return { payment: outcome, next: started.next };
  }

  async function instruct(accountId: number, invoiceId: number, driver: PaymentDriver, inTurn: InTurn) {
    const { invoice, customer } = await write(inTurn, function* () {
      return { invoice: yield* invoices.find(accountId, invoiceId), customer: yield* customerOf(accountId) };
    });
    requireDue(invoice);
    refuseOnHold(invoice);
    const { number, amount_due: amount, currency } = invoice;
    const order = { key: `inv:${invoiceId}`, amount, currency, description: `Invoice ${number}`, reference: number };
    return (await ask(() => driver.startPayment({ ...order, returnUrl: links.base, customer }))).next;
  }

  async function payByMethod(accountId: number, invoiceId: number, methodId: number, inTurn: InTurn) {
    const payment = await write(inTurn, () => charging.chargeNow(accountId, invoiceId, methodId, clock.now()));
    return { payment, next: NOTHING_NEXT };
  }

  async function startMethod(accountId: number, name: string, returnPath: string, inTurn: InTurn) {
    const driver = findDriver(name);
    if (!driver.capabilities.has('mandate')) throw errors.payment_methods_not_saved({ provider: name });
    const { method, customer } = await write(inTurn, function* () {
      return { method: yield* methods.begin(accountId, name, clock.now()), customer: yield* customerOf(accountId) };
    });
    const returnUrl = links.to(returnPath as `/${string}`);
    const request = { key: method.key, currency: customer.currency, returnUrl, customer };
    const { reference, next } = await ask(() => driver.createMandate(request));
    return { method: await write(inTurn, () => methods.noteSetup(accountId, method, reference)), next };
  }

  function findDriver(name: string): PaymentDriver {
    const driver = drivers.get(name);
    if (!driver) throw notFound('Payment provider');
    return driver;
  }

  function write<T>(inTurn: InTurn, query: () => Query<T>): Promise<T> {
    return inTurn(() => db.write(query));
  }

  return { payOnPage, payByMethod, startMethod };
}

/** A started payment stays pending, and the same button continues it. */
async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.code !== 'unreachable') throw new AppError('CONFLICT', error.message, { cause: error });
    throw errors.payment_provider_unreachable({ cause: error, transient: true });
  }
}
