import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { AccessLog } from './access-log.ts';
import type { Caller } from './caller.ts';
import { headerLine, sendAtOnce } from './head.ts';
import type { RateState } from './rate-limit.ts';
import type { Surface } from './surface.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Not set, not even to null, if the framework itself refuses a request, such as one with a malformed URL. */
declare module 'fastify' {
  interface FastifyRequest {
    /** API surface of the route; null if no route matched. */
    surface: Surface | null;
    /** Authenticated caller; null before authentication. */
    caller: Caller | null;
    /** Remaining rate of the caller; null before it is counted. */
    rate: RateState | null;
    /** Method and declared path of the route; empty if no route matched. */
    routeName: string;
    /** Names of the ignored fields of the body, for the response; empty if there are none. */
    ignoredFields: string;
    /** Error code of the response; null if it succeeded. */
    failure: ErrorCode | null;
    /** Monotonic time at which the route was found. */
    startedAt: number;
  }
  interface FastifyInstance {
    readonly outgoing: Outgoing;
  }
}

/** Shared by all responses of a server. */
export interface Outgoing {
  /** Set at shutdown: every further response closes its connection. */
  closing: boolean;
  readonly accessLog: AccessLog;
  readonly log: Logger;
}

/** Response headers that scripts of other origins may read. */
const EXPOSED_HEADERS =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Location, ETag, X-Request-Id, X-Environment, X-Ignored-Fields, Idempotent-Replayed';

/** A header that is sent several times has a list. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>;

const NO_HEADERS: AnswerHeaders = {};
// `nosniff` keeps browsers from guessing another type for a body that contains input of customers.
const CONTENT_TYPE = `content-type: ${JSON_TYPE}\r\nx-content-type-options: nosniff\r\n`;
const EXPOSED = `access-control-expose-headers: ${EXPOSED_HEADERS}\r\n`;
/** A response belongs to its caller, so no cache may keep it. Responses with an ETag have lines of their own. */
export const NOT_STORED = 'cache-control: no-store\r\n';
const ENVIRONMENTS = { none: '', live: 'x-environment: production\r\n', test: 'x-environment: sandbox\r\n' };

/** Header lines that many responses share, joined once. */
const shared = Object.fromEntries(
  Object.entries(ENVIRONMENTS).map(([name, environment]) => [name, listShared(environment)]),
) as Record<keyof typeof ENVIRONMENTS, ReturnType<typeof listShared>>;

function listShared(environment: string) {
  const list = (type: string) => ({
    anyOrigin: `${type}access-control-allow-origin: *\r\n${environment}`,
    oneOrigin: `${type}${environment}`,
  });
  // A 304 refers to a body that the client has.
  return { known: list(''), sent: list(CONTENT_TYPE) };
}

/**
 * Sends every JSON response, success or error. Writes the head as one string directly to the socket: collecting headers
 * and running send hooks would cost more than most responses.
 */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: string,
  headers: AnswerHeaders = NO_HEADERS,
): void {
  send(request, reply, status, NOT_STORED + writeHeaders(headers), body, 'utf8', headers.connection === 'close');
}

/**
 * Sends a cached response: header lines as they are, among them Cache-Control, and the body as bytes, one character each.
 */
export function answerKept(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  lines: string,
  bytes: string,
): void {
  send(request, reply, status, lines, bytes, 'latin1', false);
}

function writeHeaders(headers: AnswerHeaders): string {
  let lines = '';
  for (const name in headers) {
    if (name === 'connection') continue;
    const value = headers[name] ?? '';
    if (typeof value === 'string') lines += headerLine(name, value);
    else for (const each of value) lines += headerLine(name, each);
  }
  return lines;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  more: string,
  body: string,
  encoding: 'utf8' | 'latin1',
  isLast: boolean,
): void {
  const { caller, surface, rate } = request;
  const anyOrigin = !surface || surface.corsHeaders !== undefined;
  const { known, sent } = shared[caller ? caller.credential.environment : 'none'];
  const { anyOrigin: forAll, oneOrigin } = status === 304 ? known : sent;
  let lines = `x-request-id: ${request.id}\r\n${anyOrigin ? forAll : oneOrigin}`;
  if (rate) {
    const { limit, remaining, reset } = rate;
    lines += `x-ratelimit-limit: ${limit}\r\nx-ratelimit-remaining: ${remaining}\r\nx-ratelimit-reset: ${reset}\r\n`;
  }
  if (request.ignoredFields) lines += `x-ignored-fields: ${request.ignoredFields}\r\n`;
  if (anyOrigin && request.headers.origin !== undefined) lines += EXPOSED;
  const { closing, accessLog } = request.server.outgoing;
  if (closing || isLast) reply.raw.shouldKeepAlive = false;
  reply.hijack();
  sendAtOnce(reply.raw, status, lines + more, body, encoding);
  accessLog.note(request, status, request.startedAt ? performance.now() - request.startedAt : 0);
}

/** Sends the head of a server-sent event stream. The access log records it at the start. */
export function answerWithHints(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': request.id,
    // Proxies that buffer responses would withhold every event.
    'x-accel-buffering': 'no',
  });
  request.server.outgoing.accessLog.note(request, 200, performance.now() - request.startedAt);
}
