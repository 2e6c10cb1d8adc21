import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { LostRace } from '@hostler/database';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { DatabaseUnavailable } from '../database/trouble.ts';
import { AppError } from '../errors.ts';
import { AccessLog } from './access-log.ts';
import { answer, JSON_TYPE } from './answer.ts';
import { acceptJsonOnly } from './body.ts';
import { errorBody } from './envelope.ts';
import { errors } from './errors.ts';
import type { RequestMetrics } from './metrics.ts';
import { isForBrowser, sendNotFoundPage } from './not-found-page.ts';
import { nameWork } from './request-work.ts';
import { isUpgrade, type SocketEndpoint } from './sockets.ts';
import { traceRequests } from './trace.ts';
import { dropBody, isUnread } from './unread-body.ts';

const REQUEST_TIMEOUT_MS = 30_000;
const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

interface ServerOptions {
  log: Logger;
  metrics: RequestMetrics;
  /** Addresses and networks whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[];
  /** Paths that accept WebSockets. */
  sockets?: readonly SocketEndpoint[];
}

/** Creates a Fastify instance that answers every error, even of the framework, in the envelope. */
export function createHttpServer({ log, metrics, trustedProxies, sockets = [] }: ServerOptions): FastifyInstance {
  const app = Fastify({
    logger: false,
    http: { shouldUpgradeCallback: (request: IncomingMessage) => isUpgrade(request, sockets) },
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    exposeHeadRoutes: false,
    genReqId: makeRequestIds(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      sendError(
        request as FastifyRequest,
        reply as unknown as FastifyReply,
        toAppError(error, log, request as FastifyRequest),
      ),
    clientErrorHandler: answerClientError,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true },
  });
  app.server.on('connection', rememberAddress);
  app.decorate('outgoing', { closing: false, accessLog: new AccessLog(log, metrics), log });
  app.decorateRequest('surface', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('rate', null);
  app.decorateRequest('failure', null);
  app.decorateRequest('routeName', '');
  app.decorateRequest('ignoredFields', '');
  app.decorateRequest('startedAt', 0);
  traceRequests(app);
  nameWork(app);
  acceptJsonOnly(app);

  // Before the body: do not read one for an unknown route.
  app.addHook('onRequest', (request, _reply, done) => (request.is404 ? done(nothingThere()) : done()));
  app.setNotFoundHandler((request, reply) => sendError(request, reply, nothingThere()));
  app.setErrorHandler((thrown, request, reply) => {
    if (!request.is404 || !isForBrowser(request)) return sendError(request, reply, toAppError(thrown, log, request));
    request.failure = 'NOT_FOUND';
    sendNotFoundPage(request, reply);
    app.outgoing.accessLog.note(request, reply.statusCode, reply.elapsedTime);
  });
  return app;
}

/** Reads the address of a socket, which then stays known after the socket is closed. */
function rememberAddress(socket: Socket): string | undefined {
  return socket.remoteAddress;
}

function nothingThere(): AppError {
  return errors.unknown_path();
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): void {
  request.failure = error.code;
  const send = (headers = error.headers) => answer(request, reply, error.status, errorBody(error), headers);
  if (!isUnread(request.raw)) {
    send();
    return;
  }
  reply.hijack();
  void dropBody(request.raw).then((whole) => send(whole ? error.headers : { ...error.headers, connection: 'close' }));
}

/**
 * Logs responses the framework sends itself (pages, probes, preflights) in this scope. Other responses log themselves.
 */
export function logPages(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.routeName = `${request.method} ${request.routeOptions.url ?? 'none'}`;
    app.outgoing.accessLog.note(request, reply.statusCode, reply.elapsedTime);
    done();
  });
}

/**
 * Returns the request id of the caller if it is valid; otherwise a random prefix of the process and a number, which is
 * cheap.
 */
function makeRequestIds(): (request: { headers: Record<string, unknown> }) => string {
  const prefix = `req_${randomBytes(6).toString('hex')}`;
  let count = 0;
  return ({ headers }) => {
    const sent = headers['x-request-id'];
    return typeof sent === 'string' && SANE_REQUEST_ID.test(sent) ? sent : `${prefix}${(++count).toString(36)}`;
  };
}

/** Errors of the framework by code. Any other unknown error is a 500. */
const FRAMEWORK_ERRORS: Record<string, () => AppError> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: errors.body_wrong_length,
  FST_ERR_CTP_INVALID_JSON_BODY: errors.body_invalid_json,
  FST_ERR_CTP_EMPTY_JSON_BODY: errors.body_invalid_json,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: errors.body_not_json,
  FST_ERR_CTP_INVALID_TYPE: errors.body_not_json,
  FST_ERR_BAD_URL: errors.url_malformed,
  FST_ERR_ROUTE_MAX_PARAM_LENGTH: errors.path_too_long,
};

function toAppError(thrown: unknown, log: Logger, { id: requestId, routeOptions, raw }: FastifyRequest): AppError {
  if (thrown instanceof AppError) return thrown;
  // The database error was already logged once.
  if (thrown instanceof DatabaseUnavailable) {
    return thrown.toAppError();
  }
  // The request is valid and can be retried.
  if (thrown instanceof LostRace) {
    return errors.changed_concurrently({ headers: { 'retry-after': '1' }, transient: true, cause: thrown });
  }
  const code = (thrown as FastifyError | null)?.code ?? '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const kibibytes = routeOptions.bodyLimit / 1024;
    const limit = kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
    return errors.body_too_large({ limit });
  }
  // The sender disconnected. Clients can do that at any time, so it is not logged as an error.
  if (code === 'ECONNRESET' && !raw.complete) {
    return errors.body_incomplete();
  }
  const known = FRAMEWORK_ERRORS[code];
  if (known) return known();
  if (thrown instanceof SyntaxError && (thrown as FastifyError).statusCode === 400) {
    return thrown.message.includes('prototype') ? errors.body_forbidden_name() : errors.body_invalid_json();
  }
  log.error({ request_id: requestId, err: thrown }, 'request failed');
  return errors.unexpected_error({ request_id: requestId });
}

/** Answers errors before there is a request object: invalid HTTP, too large headers, requests that never end. */
function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, refusal] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', errors.headers_too_large()]
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', errors.request_timed_out()]
        : ['400 Bad Request', errors.not_http()];
  const body = errorBody(refusal);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
