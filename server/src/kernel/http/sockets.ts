import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { contains, parseNetwork, sourceOf } from '../net/networks.ts';
import type { Clock } from '../time.ts';
import { JSON_TYPE } from './answer.ts';
import { ClientSocket } from './client-socket.ts';
import { errorBody } from './envelope.ts';
import { errors } from './errors.ts';
import { MeteredSocket } from './metered-socket.ts';
import { type RateCounter, rateLimitExceeded, rateState, windowOf } from './rate-limit.ts';

/** An endpoint for WebSockets. The address carries a secret in its query, so it is never logged or traced. */
export interface SocketEndpoint {
  readonly path: string;
  /** Serves a connection until its end. Must not throw. */
  serve(connection: SocketConnection): Promise<void>;
}

export interface SocketConnection {
  readonly client: ClientSocket;
  readonly query: URLSearchParams;
  readonly address: string;
  /** Aborted when the server shuts down. */
  readonly closing: AbortSignal;
}

interface SocketContext {
  readonly log: Logger;
  readonly clock: Clock;
  readonly counter: RateCounter;
  readonly closing: AbortSignal;
  readonly trustedProxies: readonly string[];
  /** Returns the origin of the panel for a Host header; undefined if it is not known. */
  findOwnOrigin(host: string | undefined): string | undefined;
}

/** Largest message of a client. */
const MAX_MESSAGE_BYTES = 64 * 1024;
/** Connections per minute and address. */
const MOST_PER_MINUTE = 120;

/** Returns whether a request asks for one of these endpoints. Any other Upgrade header is ignored, as HTTP requires. */
export function isUpgrade(
  { url = '', method, headers }: IncomingMessage,
  endpoints: readonly SocketEndpoint[],
): boolean {
  const path = url.split('?')[0];
  return (
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    endpoints.some((endpoint) => endpoint.path === path)
  );
}

/** Serves WebSockets on the server of the API. */
export function registerSockets(
  app: FastifyInstance,
  endpoints: readonly SocketEndpoint[],
  context: SocketContext,
): void {
  const { log, closing } = context;
  const upgrades = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
    // Costs memory for each connection, and its gain on keystrokes is nothing.
    perMessageDeflate: false,
  });
  const trusted = context.trustedProxies.map(parseNetwork);
  const open = new Set<Promise<void>>();

  async function check(request: IncomingMessage, address: string): Promise<SocketEndpoint> {
    const path = (request.url ?? '').split('?')[0];
    const endpoint = isUpgrade(request, endpoints) ? endpoints.find((one) => one.path === path) : undefined;
    if (!endpoint) throw errors.socket_not_found();
    const { origin, host } = request.headers;
    // Programs send no Origin. Pages of others must not use an address that leaked to them.
    if (origin !== undefined && origin !== context.findOwnOrigin(host)) {
      throw errors.foreign_socket_origin();
    }
    const now = context.clock.now();
    const used = await context.counter.increment(`socket ${sourceOf(address)}`, windowOf(now));
    if (used > MOST_PER_MINUTE) throw rateLimitExceeded(rateState(MOST_PER_MINUTE, used, now).reset, now);
    if (closing.aborted) throw errors.server_shuts_down();
    return endpoint;
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => {});
    const address = findAddress(request, (one) => contains(trusted, one));
    let endpoint: SocketEndpoint;
    try {
      endpoint = await check(request, address);
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error }, 'websocket refused: unexpected error');
      return refuse(socket, error instanceof AppError ? error : errors.socket_failed());
    }
    const query = new URL(request.url ?? '', 'http://hostler').searchParams;
    if (head.length > 0) socket.unshift(head);
    const metered = new MeteredSocket(socket);
    upgrades.handleUpgrade(request, metered, Buffer.alloc(0), (accepted) => {
      const client = new ClientSocket(accepted, metered);
      const served = endpoint
        .serve({ client, query, address, closing })
        .catch((err) => log.error({ err, path: endpoint.path }, 'websocket failed'))
        .then(() => client.close(1011))
        .finally(() => open.delete(served));
      open.add(served);
    });
  }

  app.server.on('upgrade', (request, socket, head) => void upgrade(request, socket, head));
  // Upgraded connections keep the server open: wait until each has said its end.
  app.addHook('preClose', async () => void (await Promise.all(open)));
}

/** Returns the address of the client: behind trusted proxies, the last one that none of them has. */
function findAddress({ socket, headers }: IncomingMessage, isTrusted: (address: string) => boolean): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  let address = socket.remoteAddress ?? 'unknown';
  while (forwarded.length > 0 && isTrusted(address)) address = forwarded.pop() ?? address;
  return address;
}

function refuse(socket: Duplex, error: AppError): void {
  const body = errorBody(error);
  const extra = Object.entries(error.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${error.status} Refused\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${extra.join('')}Connection: close\r\n\r\n${body}`,
  );
}
