import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../errors.ts';
import type { AccessLog } from './access-log.ts';
import type { Caller } from './caller.ts';
import type { Door } from './door.ts';
import { headerLine, sendAtOnce } from './head.ts';
import type { RateState } from './rate-limit.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Of what the framework refuses by itself, such as a malformed URL, none of this is set, not even to null. */
declare module 'fastify' {
  interface FastifyRequest {
    /** By which it came in; null where it leads to none of their routes. */
    door: Door | null;
    /** Who calls; null until the credentials were found good. */
    caller: Caller | null;
    /** What is left of the caller's budget; null until it was counted. */
    rate: RateState | null;
    /** Method and path of the route that was found, as declared; empty where none was. */
    routeName: string;
    /** The code of the error it is answered with; null where it is none. */
    failure: ErrorCode | null;
    /** By the monotonic clock, when its route was found. */
    startedAt: number;
  }
  interface FastifyInstance {
    readonly outgoing: Outgoing;
  }
}

/** What all answers of a server share. */
export interface Outgoing {
  /** Set when the server shuts down: every further answer asks its connection to close. */
  closing: boolean;
  readonly accessLog: AccessLog;
}

/** Browsers may read these of an answer. */
const EXPOSED_HEADERS =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Location, ETag, X-Request-Id, X-Environment, Idempotent-Replayed';

/** One that is given several times has a list. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>;

const NO_HEADERS: AnswerHeaders = {};
// Browsers never guess another type from a body in which customers' words are.
const CONTENT_TYPE = `content-type: ${JSON_TYPE}\r\nx-content-type-options: nosniff\r\n`;
const EXPOSED = `access-control-expose-headers: ${EXPOSED_HEADERS}\r\n`;
const ENVIRONMENTS = { none: '', live: 'x-environment: production\r\n', test: 'x-environment: sandbox\r\n' };

/** The lines that many answers share, put together once. */
const shared = Object.fromEntries(
  Object.entries(ENVIRONMENTS).map(([name, environment]) => [name, listShared(environment)]),
) as Record<keyof typeof ENVIRONMENTS, ReturnType<typeof listShared>>;

function listShared(environment: string) {
  const list = (type: string) => ({
    anyOrigin: `${type}access-control-allow-origin: *\r\n${environment}`,
    // Where a cookie opens the door, what comes out is of one person and stays in no cache.
    oneOrigin: `${type}cache-control: no-store\r\n${environment}`,
  });
  // A 304 is about a body that its reader has.
  return { known: list(''), sent: list(CONTENT_TYPE) };
}

/**
 * The one way out for every JSON answer, good or bad. It writes the head as one string, straight to the socket: collecting
 * headers one by one and passing the hooks for sending would cost more than most answers themselves.
 */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: string,
  headers: AnswerHeaders = NO_HEADERS,
): void {
  send(request, reply, status, writeHeaders(headers), body, 'utf8', headers.connection === 'close');
}

/** The same of what is kept: lines of its head as they are, and a body as its bytes, a character for each. */
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
  const { caller, door, rate } = request;
  const anyOrigin = !door || door.corsHeaders !== undefined;
  const { known, sent } = shared[caller ? caller.credential.environment : 'none'];
  const { anyOrigin: forAll, oneOrigin } = status === 304 ? known : sent;
  let lines = `x-request-id: ${request.id}\r\n${anyOrigin ? forAll : oneOrigin}`;
  if (rate) {
    const { limit, remaining, reset } = rate;
    lines += `x-ratelimit-limit: ${limit}\r\nx-ratelimit-remaining: ${remaining}\r\nx-ratelimit-reset: ${reset}\r\n`;
  }
  if (anyOrigin && request.headers.origin !== undefined) lines += EXPOSED;
  const { closing, accessLog } = request.server.outgoing;
  if (closing || isLast) reply.raw.shouldKeepAlive = false;
  reply.hijack();
  sendAtOnce(reply.raw, status, lines + more, body, encoding);
  accessLog.note(request, status, request.startedAt ? performance.now() - request.startedAt : 0);
}

/** The head of a stream of server-sent events; the access log has it when it begins. */
export function answerWithHints(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': request.id,
    // Proxies that gather answers would keep every hint to themselves.
    'x-accel-buffering': 'no',
  });
  request.server.outgoing.accessLog.note(request, 200, performance.now() - request.startedAt);
}
