import type { Behaviour, Ledger } from './ledger.ts';

/** The customer completes a Checkout page with a card, or lets it expire (null). */
export function finishSession(ledger: Ledger, id: string, card: Behaviour | null): void {
  const session = ledger.find(id, 'checkout.session');
  if (card === null) {
    session.status = 'expired';
    session.url = null;
    ledger.emit('checkout.session.expired', session);
    return;
  }
  if (session.mode === 'setup') {
    const method = ledger.addMethod(String(session.customer), card);
    const setup = ledger.add('seti', 'setup_intent', { status: 'succeeded', payment_method: method.id });
    Object.assign(session, { status: 'complete', url: null, setup_intent: setup.id });
    ledger.emit('checkout.session.completed', session);
    return;
  }
  const data = session.payment_intent_data as Record<string, unknown>;
  if (session.customer_creation === 'always') session.customer = ledger.add('cus', 'customer', {}).id;
  const method = ledger.addMethod(session.customer as string | null, card);
  const intent = ledger.add('pi', 'payment_intent', {
    amount: session.amount_total,
    currency: session.currency,
    customer: session.customer,
    description: data.description,
    metadata: data.metadata ?? {},
    setup_future_usage: data.setup_future_usage ?? null,
    payment_method_options: session.payment_method_options,
    status: 'requires_confirmation',
    last_payment_error: null,
  });
  session.payment_intent = intent.id;
  ledger.confirm(intent, method, true);
  if (intent.status === 'requires_payment_method') return;
  Object.assign(session, { status: 'complete', url: null });
  session.payment_status = intent.status === 'succeeded' ? 'paid' : 'unpaid';
  ledger.emit('checkout.session.completed', session);
}

/** The bank of a debit has paid. */
export function settleIntent(ledger: Ledger, id: string): void {
  const intent = ledger.find(id, 'payment_intent');
  intent.status = 'succeeded';
  ledger.emit('payment_intent.succeeded', intent);
}

/** The bank ends an authorisation that was not captured in time. */
export function expireIntent(ledger: Ledger, id: string): void {
  const intent = ledger.find(id, 'payment_intent');
  Object.assign(intent, { status: 'canceled', cancellation_reason: 'automatic' });
  ledger.emit('payment_intent.canceled', intent);
}

export function disputeIntent(ledger: Ledger, id: string, status: 'open' | 'won'): void {
  const { amount, currency } = ledger.find(id, 'payment_intent');
  const about = { amount, currency, payment_intent: id, reason: 'fraudulent' };
  const known = [...ledger.things.values()].find((one) => one.object === 'dispute' && one.payment_intent === id);
  const dispute = known ?? ledger.add('du', 'dispute', about);
  dispute.status = status === 'open' ? 'needs_response' : 'won';
  ledger.emit(status === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed', dispute);
}
