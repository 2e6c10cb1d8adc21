import type { PaymentDriver } from '#engines/payment/driver.ts';
import { validationError } from '#kernel/errors.ts';
import type { PanelCaller } from '#kernel/http/caller.ts';
import { command, custom, inAccount, list, type Route, show } from '#kernel/http/route.ts';
import { Nullable, Resource } from '#kernel/schema.ts';
import type { Paying } from './charging/paying.ts';
import { fieldErrors } from './errors.ts';
import { showLedger } from './ledger/history.ts';
import { Ledger } from './ledger/schemas.ts';
import { NewMethod, NextStep, PaymentMethod, PayRequest, StartedMethod, Ways } from './methods/schemas.ts';
import type { MethodService } from './methods/service.ts';
import { viewMethod, viewNextStep } from './methods/view.ts';
import { Payment } from './schemas.ts';
import { viewPayment } from './view.ts';

const METHOD = { aliases: ['method_id'], description: 'Identifier of the payment method.' };
const StartedPayment = Resource('StartedPayment', 'A payment and the next step of the customer.', {
  payment: Nullable(Payment),
  next: NextStep,
});

interface Dependencies {
  methods: MethodService;
  paying: Paying;
  drivers: ReadonlyMap<string, PaymentDriver>;
}

export function paymentPanelRoutes({ methods, paying, drivers }: Dependencies): Route<PanelCaller>[] {
  return [
    inAccount(
      show({
        path: '/billing/ways',
        access: 'billing.read',
        summary: 'List payment providers',
        description: 'Lists the payment providers of this installation.',
        data: Ways,
        *handle() {
          const ways = [...drivers.values()].map(({ name, capabilities }) => ({
            driver: name,
            redirect: capabilities.has('redirect'),
            savable: capabilities.has('mandate'),
          }));
          return { ways };
        },
      }),
    ),
    inAccount(
      show({
        path: '/billing/ledger',
        access: 'billing.read',
        summary: 'Get the credit history',
        description: 'Returns the credit of the account and the newest 100 changes.',
        data: Ledger,
        *handle({ caller }) {
          return yield* showLedger(caller.account.id);
        },
      }),
    ),
    inAccount(
      list({
        path: '/billing/methods',
        access: 'billing.read',
        summary: 'List payment methods',
        description: 'Lists the saved payment methods of the account.',
        item: PaymentMethod,
        statuses: [],
        *handle({ caller }, { page, per_page }) {
          const all = (yield* methods.list(caller.account.id)).map(viewMethod);
          return { items: all.slice((page - 1) * per_page, page * per_page), total: all.length };
        },
      }),
    ),
    inAccount(
      custom({
        method: 'POST',
        path: '/billing/methods',
        access: 'billing.write',
        confirmed: true,
        operation: 'create',
        summary: 'Save a payment method',
        description:
          'Starts to save a payment method. Returns the page of the provider where the customer enters the details; card numbers never reach this API.',
        status: 201,
        body: NewMethod,
        data: StartedMethod,
        errors: ['CONFLICT', 'NOT_FOUND', 'QUOTA_EXCEEDED'],
        async handle({ caller, body: { driver, return_path } }, { inTurn }) {
          const { method, next } = await paying.startMethod(caller.account.id, driver, return_path, inTurn);
          return { method: viewMethod(method), next: viewNextStep(next) };
        },
      }),
    ),
    inAccount(
      command({
        path: '/billing/methods/default',
        access: 'billing.write',
        confirmed: true,
        summary: 'Set the default payment method',
        description: 'Sets the payment method that invoices are charged to.',
        status: 200,
        message: 'Default payment method changed.',
        id: METHOD,
        data: PaymentMethod,
        *handle({ caller, id }) {
          return viewMethod(yield* methods.makeDefault(caller.account.id, id));
        },
      }),
    ),
    inAccount(
      command({
        path: '/billing/methods/remove',
        access: 'billing.write',
        confirmed: true,
        summary: 'Remove a payment method',
        description:
          'Removes a saved payment method. It is no longer charged. If it was the default, another saved method becomes the default.',
        status: 200,
        message: 'Payment method removed.',
        id: METHOD,
        data: PaymentMethod,
        *handle({ caller, id, now }) {
          return viewMethod(yield* methods.remove(caller.account.id, id, now));
        },
      }),
    ),
    inAccount(
      custom({
        method: 'POST',
        path: '/billing/pay',
        access: 'billing.write',
        summary: 'Pay an invoice',
        description:
          'Pays an invoice with a saved payment method or on the page of a provider. A repeated request returns the same payment until that payment ends.',
        body: PayRequest,
        data: StartedPayment,
        errors: ['CONFLICT', 'NOT_FOUND'],
        async handle({ caller, body }, { inTurn }) {
          const { invoice_id: invoiceId, driver, method_id, keep = false, return_path: returnPath } = body;
          if ((driver === undefined) === (method_id === undefined)) {
            throw validationError([fieldErrors.driver_or_method('driver')]);
          }
          const accountId = caller.account.id;
          const { payment, next } = await (method_id === undefined
            ? paying.payOnPage(accountId, { invoiceId, driver: String(driver), returnPath, keep }, inTurn)
            : paying.payByMethod(accountId, invoiceId, method_id, inTurn));
          return { payment: payment && viewPayment(payment), next: viewNextStep(next) };
        },
      }),
    ),
  ];
}
