import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { disputeIntent, expireIntent, finishSession, settleIntent } from './customers.ts';
import { readForm } from './form.ts';
import { ApiError, Ledger } from './ledger.ts';
import { answerCall } from './routes.ts';

/** A fault for the next `times` calls that begin with `call`. */
export interface StripeFault {
  call: string;
  times: number;
  /**
   * `reset`: performed, and the connection breaks. `hang`: performed, without a response. A number: this status, not
   * performed.
   */
  fault: 'reset' | 'hang' | number;
}

const FAULT_TYPES: Readonly<Record<number, string>> = { 400: 'invalid_request_error', 429: 'rate_limit_error' };

interface Saved {
  asked: string;
  /** Undefined while it is in progress. */
  answer: { status: number; body: string } | undefined;
}

export const FAKE_STRIPE_KEY = 'sk_test_onlyTestsKnowIt';
export const FAKE_WEBHOOK_SECRET = 'whsec_onlyTestsKnowItToo';

/**
 * Simulates the documented API of Stripe as far as the driver uses it: idempotency (replays, also of failures; another
 * request under a key; a key in use), declines as 402, limits, outages, lost responses. Keeps everything in memory.
 */
export async function startStripeServer() {
  const ledger = new Ledger();
  const saved = new Map<string, Saved>();
  let faults: StripeFault[] = [];
  let isAway = false;
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (isAway) return void request.socket.destroy();
    const { pathname, search } = new URL(request.url ?? '', 'http://stripe.test');
    const call = `${request.method} ${pathname}`;
    const fault = takeFault(call);
    if (request.headers.authorization !== `Bearer ${FAKE_STRIPE_KEY}`) {
      const message = `Invalid API Key provided: ${String(request.headers.authorization).slice(-8)}`;
      return send(response, 401, { error: { type: 'invalid_request_error', message } });
    }
    if (typeof fault === 'number') {
      return send(response, fault, {
        error: { type: FAULT_TYPES[fault] ?? 'api_error', message: 'No.' },
      });
    }
    const {
      status,
      body: said,
      replayed,
    } = once(String(request.headers['idempotency-key'] ?? ''), call + body, () =>
      answerCall(ledger, request.method ?? '', pathname, readForm(request.method === 'GET' ? search : body)),
    );
    if (fault === 'reset') return void request.socket.destroy();
    if (fault === 'hang') return;
    send(response, status, said, replayed ? { 'idempotent-replayed': 'true' } : {});
  }

  /** Replays the response of a key. An invalid request, which never started, is not stored. */
  function once(key: string, asked: string, work: () => unknown) {
    const before = key ? saved.get(key) : undefined;
    if (before && before.asked !== asked) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      return { status: 400, body: { error: { type: 'idempotency_error', message } }, replayed: false };
    }
    if (before) {
      if (before.answer) return { ...before.answer, replayed: true };
      const message = 'There is currently another in-progress request using this idempotency key.';
      const error = { type: 'idempotency_error', code: 'idempotency_key_in_use', message };
      return { status: 409, body: { error }, replayed: false };
    }
    const done = attempt(work);
    if (key && done.status !== 400 && done.status !== 404) {
      saved.set(key, { asked, answer: { status: done.status, body: JSON.stringify(done.body) } });
    }
    return { ...done, replayed: false };
  }

  function takeFault(call: string): StripeFault['fault'] | undefined {
    const found = faults.find((fault) => fault.times > 0 && call.startsWith(fault.call));
    if (found) found.times -= 1;
    return found?.fault;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    ledger,
    fail: (fault: StripeFault) => void faults.push(fault),
    mend: () => {
      faults = [];
    },
    setAway: (away: boolean) => {
      isAway = away;
    },
    /** Simulates that the request of this key is still in progress. */
    forgetAnswer: (key: string) => {
      const known = saved.get(key);
      if (known) known.answer = undefined;
    },
    /** Simulates a day passing: all keys are new again. */
    forgetKeys: () => saved.clear(),
    finish: (session: string, card: Parameters<typeof finishSession>[2]) => finishSession(ledger, session, card),
    settle: (intent: string) => settleIntent(ledger, intent),
    expire: (intent: string) => expireIntent(ledger, intent),
    dispute: (intent: string, status: 'open' | 'won') => disputeIntent(ledger, intent, status),
    /** Returns the events since the last call, signed with the library. */
    takeEvents: () => ledger.events.splice(0).map((event) => signEvent(JSON.stringify(event))),
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export function signEvent(payload: string, secret = FAKE_WEBHOOK_SECRET) {
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  return { body: Buffer.from(payload), headers: { 'stripe-signature': header } };
}

function attempt(work: () => unknown): { status: number; body: unknown } {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, body: { error: error.error } };
    throw error;
  }
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
