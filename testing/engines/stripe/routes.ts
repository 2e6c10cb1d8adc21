import { at, type Form, listOf } from './form.ts';
import { ApiError, type Ledger, type Thing } from './ledger.ts';

/** Performs an API call such as `POST /v1/payment_intents`. */
export function answerCall(ledger: Ledger, method: string, path: string, form: Form): unknown {
  const [, , ...names] = path.split('/');
  const [resource = '', ...rest] = names[0] === 'checkout' ? [`${names[0]}/${names[1]}`, ...names.slice(2)] : names;
  const expand = listOf(form, 'expand');
  const call = `${method} ${resource}${rest[0] === 'search' ? '/search' : rest.length === 1 ? '/:id' : rest.length > 1 ? `/:id/${rest[1]}` : ''}`;
  const [id = ''] = rest;
  switch (call) {
    case 'POST customers':
      return ledger.add('cus', 'customer', {
        email: at(form, 'email'),
        name: at(form, 'name'),
        metadata: form.metadata,
      });
    case 'POST checkout/sessions':
      return createSession(ledger, form);
    case 'GET checkout/sessions':
      return listSessions(ledger, form);
    case 'GET checkout/sessions/:id':
      return ledger.expand(ledger.find(id, 'checkout.session'), expand);
    case 'POST payment_intents':
      return ledger.expand(createIntent(ledger, form), expand);
    case 'GET payment_intents':
      return { object: 'list', data: [], has_more: false, url: path };
    case 'GET payment_intents/:id':
      return ledger.expand(ledger.find(id, 'payment_intent'), expand);
    case 'POST payment_intents/:id/capture':
      return ledger.capture(ledger.find(id, 'payment_intent'), form);
    case 'POST payment_intents/:id/cancel':
      return ledger.cancel(ledger.find(id, 'payment_intent'));
    case 'GET payment_intents/search':
      return ledger.expand(search(ledger, at(form, 'query') ?? ''), expand);
    case 'GET payment_methods/:id':
      return ledger.find(id, 'payment_method', 'payment_method');
    case 'POST payment_methods/:id/detach':
      return detach(ledger, ledger.find(id, 'payment_method', 'payment_method'));
    case 'POST refunds':
      return ledger.expand(ledger.refund(form), expand);
    case 'GET refunds':
      return ledger.expand(listRefunds(ledger, form), expand);
    case 'GET refunds/:id':
      return ledger.expand(ledger.find(id, 'refund'), expand);
    case 'GET disputes/:id':
      return ledger.find(id, 'dispute');
    default:
      throw new ApiError(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${call}).` });
  }
}

function createSession(ledger: Ledger, form: Form): Thing {
  const mode = at(form, 'mode');
  if (mode === 'setup' && !at(form, 'currency')) refuse('currency', 'currency is required in setup mode.');
  const price = ['line_items', '0', 'price_data'];
  const amount = at(form, ...price, 'unit_amount');
  const session = ledger.add('cs_test', 'checkout.session', {
    mode,
    status: 'open',
    payment_status: 'unpaid',
    currency: at(form, ...price, 'currency') ?? at(form, 'currency'),
    amount_total: amount === undefined ? null : Number(amount),
    customer: at(form, 'customer') ?? null,
    customer_creation: at(form, 'customer_creation') ?? 'if_required',
    client_reference_id: at(form, 'client_reference_id') ?? null,
    metadata: form.metadata ?? {},
    payment_intent: null,
    setup_intent: null,
    payment_intent_data: form.payment_intent_data ?? {},
    payment_method_options: form.payment_method_options ?? {},
  });
  session.url = `https://checkout.stripe.test/c/pay/${session.id}`;
  return session;
}

/** Newest first, one page at a time. */
function listSessions(ledger: Ledger, form: Form) {
  const status = at(form, 'status');
  return listPage(ledger, form, '/v1/checkout/sessions', (one) => {
    return one.object === 'checkout.session' && one.status === status;
  });
}

function listRefunds(ledger: Ledger, form: Form) {
  const intent = at(form, 'payment_intent');
  return listPage(ledger, form, '/v1/refunds', (one) => one.object === 'refund' && one.payment_intent === intent);
}

function listPage(ledger: Ledger, form: Form, url: string, isListed: (thing: Thing) => boolean) {
  const things = [...ledger.things.values()].filter(isListed).reverse();
  const after = things.findIndex(({ id }) => id === at(form, 'starting_after')) + 1;
  const data = things.slice(after, after + Number(at(form, 'limit') ?? 10));
  return { object: 'list', data, has_more: after + data.length < things.length, url };
}

function createIntent(ledger: Ledger, form: Form): Thing {
  const method = ledger.find(at(form, 'payment_method'), 'payment_method', 'payment_method');
  if (method.customer !== at(form, 'customer')) {
    refuse('payment_method', 'The provided PaymentMethod was detached from a Customer. It may not be used again.');
  }
  const intent = ledger.add('pi', 'payment_intent', {
    amount: Number(at(form, 'amount')),
    currency: at(form, 'currency'),
    customer: at(form, 'customer'),
    description: at(form, 'description') ?? null,
    metadata: form.metadata ?? {},
    setup_future_usage: null,
    payment_method_options: form.payment_method_options ?? {},
    status: 'requires_confirmation',
    last_payment_error: null,
    client_secret: 'pi_secret_that_nobody_logs',
  });
  ledger.confirm(intent, method, false);
  const declined = intent.last_payment_error as Record<string, unknown> | null;
  if (declined) throw new ApiError(402, { ...declined, payment_intent: { ...intent } });
  return intent;
}

function search(ledger: Ledger, query: string) {
  const [, wanted = '""'] = /^metadata\['hostler_key'\]:("(?:[^"\\]|\\.)*")$/.exec(query) ?? [];
  const key = JSON.parse(wanted) as string;
  const isFound = (thing: Thing) =>
    thing.object === 'payment_intent' && (thing.metadata as Record<string, string>).hostler_key === key;
  return { object: 'search_result', data: [...ledger.things.values()].filter(isFound), has_more: false, url: '' };
}

function detach(ledger: Ledger, method: Thing): Thing {
  if (method.customer === null) refuse('payment_method', 'The payment method is not attached to a customer.');
  const { customer } = method;
  method.customer = null;
  ledger.emit('payment_method.detached', method, { previous_attributes: { customer } });
  return method;
}

function refuse(param: string, message: string): never {
  throw new ApiError(400, { type: 'invalid_request_error', param, message });
}
