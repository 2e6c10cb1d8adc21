import { createHmac, timingSafeEqual } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import type { WebhookDelivery } from '../testing/api-types.ts';
import type { World } from './world.ts';

export interface Arrival {
  readonly at: number;
  readonly method: string;
  /** Header names in their original spelling. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly json: { event: string; timestamp: string; data: Record<string, unknown> };
}

interface Reply {
  readonly status: number;
  readonly text?: string;
  readonly headers?: Record<string, string>;
}

/** Implemented from the specification; shares no code with the server. */
export function signature(secret: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Signature of standardwebhooks.com over id, time and body, with the decoded bytes of the secret. */
export function standardSignature(secret: string, { headers, body }: Arrival): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`;
  return `v1,${createHmac('sha256', key).update(signed).update(body).digest('base64')}`;
}

/** Checks the headers of the specification and those that the contract adds. */
export function expectSpecified(arrival: Arrival, secret: string): void {
  const { method, headers, body, json } = arrival;
  expect(method).toBe('POST');
  expect(headers).toMatchObject({
    'Content-Type': 'application/json',
    'X-Webhook-Event': json.event,
    'X-Webhook-Signature': signature(secret, body),
    'X-Webhook-Timestamp': expect.stringMatching(/^\d{10}$/),
    'X-Webhook-Id': expect.stringMatching(/^[1-9]\d*$/),
    'webhook-id': headers['X-Webhook-Id'],
    'webhook-timestamp': headers['X-Webhook-Timestamp'],
    'webhook-signature': standardSignature(secret, arrival),
  });
  expect(Math.abs(Number(headers['X-Webhook-Timestamp']) * 1000 - arrival.at)).toBeLessThan(10_000);
  expect(Object.keys(json).toSorted()).toEqual(['data', 'event', 'timestamp']);
  expect(json.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
}

/** Creates a webhook and its receiver, which responds with 401 to wrong signatures. Both are removed after the test. */
export async function listen({ client, alpha }: World, events = ['ticket.created'], as = alpha.live) {
  const receiver = await startReceiver();
  const { url, held, arrivals, arrived } = receiver;
  const { status, body } = await client.post('/webhooks', as, { url, events });
  expect(status).toBe(201);
  const { id, secret } = body.data;
  held.secret = secret;
  onTestFinished(async () => {
    await client.post(`/webhooks/remove?id=${id}`, as);
    await receiver.close();
  });
  return {
    ...receiver,
    id,
    secret,
    /** Returns the n-th delivery. */
    nth: (number: number) => arrived((arrival) => arrivals.indexOf(arrival) === number - 1),
    /** Waits for the event of a resource. */
    async told(event: string, about: number, condition: (data: Record<string, unknown>) => boolean = () => true) {
      const arrival = await arrived(
        ({ json }) => json.event === event && json.data.id === about && condition(json.data),
      );
      expectSpecified(arrival, held.secret);
      return arrival.json.data;
    },
    untilDeliveries: (condition: (deliveries: WebhookDelivery[]) => boolean) =>
      client.until(`/webhooks/deliveries?id=${id}`, as, condition),
  };
}

async function startReceiver() {
  /** Secret for verification. */
  const held = { secret: '' };
  const arrivals: Arrival[] = [];
  /** Next responses, in place of the signature check. */
  const replies: Reply[] = [];
  const news = new EventEmitter();
  const http = createServer(async (request, response) => {
    const arrival = await read(request);
    const { status, text = '', headers = {} } = replies.shift() ?? judge(arrival, held.secret);
    arrivals.push(arrival);
    response.writeHead(status, headers).end(text);
    news.emit('arrival');
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');

  async function arrived(condition: (arrival: Arrival) => boolean): Promise<Arrival> {
    for (;;) {
      const found = arrivals.find(condition);
      if (found) return found;
      await once(news, 'arrival');
    }
  }
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/hook`,
    held,
    arrivals,
    replies,
    arrived,
    async close() {
      http.closeAllConnections();
      await new Promise((closed) => http.close(closed));
    },
  };
}

async function read(request: IncomingMessage): Promise<Arrival> {
  const body = await buffer(request);
  const headers: Record<string, string> = {};
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(index, index + 2);
    // Repeated headers are joined.
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return { at: Date.now(), method: request.method ?? '', headers, body, json: JSON.parse(String(body)) };
}

function judge({ headers, body }: Arrival, secret: string): Reply {
  const [given, right] = [Buffer.from(headers['X-Webhook-Signature'] ?? ''), Buffer.from(signature(secret, body))];
  const genuine = given.length === right.length && timingSafeEqual(given, right);
  return genuine ? { status: 200, text: 'accepted' } : { status: 401, text: 'wrong signature' };
}
