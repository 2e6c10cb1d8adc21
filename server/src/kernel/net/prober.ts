import { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import request from 'undici/lib/api/api-request.js';
import Client from 'undici/lib/dispatcher/client.js';
import { DeliveryError, toDeliveryError } from './delivery-error.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import { createResolve, type Resolve } from './resolver.ts';
import { checkTargetPlace, checkTargetUrl, readPlace, type TargetPolicy } from './target.ts';

const USER_AGENT = 'Hostler-Checks';
/** Limit of a whole probe: name resolution, connection, redirects and the start of the response. */
const LIMIT_MS = 10_000;
const READ_BYTES = 64 * 1024;
const MOST_REDIRECTS = 5;

export interface ProberOptions extends TargetPolicy {
  /** Replaces the name servers in tests. */
  readonly resolve?: Resolve;
  readonly limitMs?: number;
  /** Replaces the certificate authorities of the system, in PEM. */
  readonly ca?: string;
}

export interface ProbeOptions {
  /** Ends the probe as if it had timed out. */
  readonly signal?: AbortSignal;
}

export interface PageOptions extends ProbeOptions {
  /** If false, a redirect is a result. */
  readonly followRedirects: boolean;
  readonly readText: boolean;
}

/** Result of an HTTP probe. */
export interface Sight {
  /** Final URL after redirects. */
  readonly url: string;
  readonly status: number;
  /** Absolute URL of the redirect. */
  readonly location: string | null;
  /** First 64 KiB of the body, if requested. */
  readonly text: string;
  /** From the call to the response headers. */
  readonly ms: number;
  /** Expiry of the certificate of the requested host in epoch milliseconds; null without TLS. */
  readonly certificateExpiresAt: number | null;
}

/** Probes targets chosen by customers, and only allowed addresses: it uses the guard of webhooks. */
export interface Prober {
  /** Sends one GET. Resolves with any status and throws a `DeliveryError` for everything else. */
  get(url: string, options: PageOptions): Promise<Sight>;
  /** Opens a connection to `host:port` and closes it. Returns how many milliseconds that took. */
  connect(place: string, options?: ProbeOptions): Promise<number>;
  /** Returns the error in a target, as the rest of a sentence that begins with the field name. */
  checkUrl(url: string): string | undefined;
  checkPlace(place: string): string | undefined;
}

export function createProber(options: ProberOptions): Prober {
  const { deniedNetworks, allowedNetworks, allowLoopback } = options;
  const policy: TargetPolicy = { deniedNetworks, allowedNetworks, allowLoopback };
  const limitMs = options.limitMs ?? LIMIT_MS;
  const connect = createGuardedConnector({
    policy,
    resolve: options.resolve ?? createResolve(),
    connectMs: limitMs,
    ca: options.ca,
    freshTls: true,
  });

  /** Opens a new connection for every probe: an open connection proves nothing about new clients. */
  async function exchange(url: URL, readText: boolean, signal: AbortSignal) {
    let certificateExpiresAt: number | null = null;
    const client = new Client(url.origin, {
      connect: noteCertificate(connect, (expiresAt) => {
        certificateExpiresAt = expiresAt;
      }),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    try {
      const headers = { 'user-agent': USER_AGENT, accept: '*/*', 'accept-encoding': 'identity' };
      const path = url.pathname + url.search;
      const answer = await request.call(client, { method: 'GET', path, headers, signal });
      const answeredAt = performance.now();
      const { body, statusCode: status } = answer;
      body.on('error', () => {});
      const text = readText ? await readStart(body) : '';
      const location = isRedirect(status) ? readLocation(answer.headers.location, url) : null;
      return { status, location, text, answeredAt, certificateExpiresAt };
    } finally {
      // Do not wait: the rest of the response is not needed.
      void client.destroy().catch(() => {});
    }
  }

  async function get(url: string, { followRedirects, readText, signal }: PageOptions): Promise<Sight> {
    if (checkTargetUrl(url, policy) !== undefined) throw new DeliveryError('refused_target');
    const began = performance.now();
    return await within(limitMs, signal, async (limit) => {
      let at = new URL(url);
      let ofFirst: number | null = null;
      for (let redirects = 0; ; redirects++) {
        const { answeredAt, ...found } = await exchange(at, readText, limit);
        if (redirects === 0) ofFirst = found.certificateExpiresAt;
        if (!followRedirects || found.location === null) {
          return { ...found, url: at.href, ms: Math.round(answeredAt - began), certificateExpiresAt: ofFirst };
        }
        if (redirects === MOST_REDIRECTS) throw new DeliveryError('redirects');
        if (checkTargetUrl(found.location, policy) !== undefined) throw new DeliveryError('redirect_target');
        at = new URL(found.location);
      }
    });
  }

  async function openAndClose(text: string, { signal }: ProbeOptions = {}): Promise<number> {
    const place = readPlace(text);
    if (!place || checkTargetPlace(text, policy) !== undefined) throw new DeliveryError('refused_target');
    const began = performance.now();
    return await within(limitMs, signal, async (limit) => {
      await touch(connect, place, limit);
      return Math.round(performance.now() - began);
    });
  }

  return {
    get,
    connect: openAndClose,
    checkUrl: (url) => checkTargetUrl(url, policy),
    checkPlace: (place) => checkTargetPlace(place, policy),
  };
}

/**
 * Runs work with a time limit. Uses its own timer and clears it: combined signals stay in memory as long as their
 * sources.
 */
async function within<T>(
  limitMs: number,
  ended: AbortSignal | undefined,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const giveUp = () => limit.abort(new DeliveryError('timeout'));
  const timer = setTimeout(giveUp, limitMs);
  ended?.addEventListener('abort', giveUp);
  if (ended?.aborted) giveUp();
  try {
    return await work(limit.signal);
  } catch (error) {
    throw limit.signal.aborted ? new DeliveryError('timeout') : toDeliveryError(error);
  } finally {
    clearTimeout(timer);
    ended?.removeEventListener('abort', giveUp);
  }
}

function noteCertificate(
  connect: buildConnector.connector,
  note: (expiresAt: number) => void,
): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      const expiresAt = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN;
      if (!Number.isNaN(expiresAt)) note(expiresAt);
      callback(null, socket);
    });
}

function touch(
  connect: buildConnector.connector,
  { hostname, port }: { hostname: string; port: number },
  limit: AbortSignal,
): Promise<void> {
  // A socket takes an IPv6 address without the brackets of a URL.
  const bare = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    limit.addEventListener('abort', () => reject(limit.reason), { once: true });
    connect({ hostname: bare, host: bare, protocol: 'http:', port: String(port) }, (...[error, socket]) => {
      if (error) return reject(error);
      socket.on('error', () => {}).destroy();
      resolve();
    });
  });
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** Returns null for a malformed `Location`. */
function readLocation(header: string | string[] | undefined, base: URL): string | null {
  const [text] = Array.isArray(header) ? header : [header];
  return text === undefined ? null : (URL.parse(text, base.href)?.href ?? null);
}

async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= READ_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, READ_BYTES).toString();
}
