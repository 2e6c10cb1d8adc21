import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface Arrival {
  readonly at: number;
  readonly url: string;
  readonly headers: Record<string, string>;
  /** Header names with their original case. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
  readonly json: { event: string; timestamp: string; data: Record<string, unknown> };
}

export type Behaviour = (response: ServerResponse, arrival: Arrival, request: IncomingMessage) => void;

export interface Receiver {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** Sets the response to the next requests. */
  behave(behaviour: Behaviour): void;
  /** Resolves when `count` requests have arrived. Fails by the time limit of the test. */
  until(count: number): Promise<readonly Arrival[]>;
  close(): Promise<void>;
}

export const answerWith =
  (status: number, body = '', headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

/** Starts a customer's server on 127.0.0.1 that records its requests. */
export async function startReceiver(first: Behaviour = answerWith(200, 'ok')): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  let behaviour = first;
  let arrived = () => {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const arrival: Arrival = {
        at: performance.now(),
        url: request.url ?? '',
        headers: request.headers as Record<string, string>,
        rawHeaders: request.rawHeaders,
        body,
        json: JSON.parse(body) as Arrival['json'],
      };
      arrivals.push(arrival);
      behaviour(response, arrival, request);
      arrived();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrivals,
    behave(next) {
      behaviour = next;
    },
    async until(count) {
      while (arrivals.length < count) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
      return arrivals;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Signature of the specification, by code independent of the server. */
export function specificationSignature(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', Buffer.from(secret, 'utf8')).update(Buffer.from(body, 'utf8')).digest('hex')}`;
}

/** Signature of Standard Webhooks, by independent code, too. */
export function standardSignature(secret: string, { headers, body }: Arrival): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`, 'utf8');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
