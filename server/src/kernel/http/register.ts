import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type TObject, Type } from 'typebox';
import type { Vault } from '../crypto.ts';
import type { Database } from '../db/database.ts';
import { AppError, validationError } from '../errors.ts';
import type { Clock } from '../time.ts';
import type { Admission } from './admission.ts';
import type { Caller } from './caller.ts';
import { listSchema, pageEnvelope, successSchema } from './envelope.ts';
import { fingerprint } from './idempotency.ts';
import { compileQueryReader, listQuerySchema, readId, toPageRequest } from './parameters.ts';
import { rateLimitExceeded, rateState } from './rate-limit.ts';
import type { Call, CommandRoute, CustomRoute, ListRoute, Route, ShowRoute } from './route.ts';
import { type CommandRun, runCommand, simulateCommand } from './run-command.ts';
import { readScenario, SLOW_MS } from './scenario.ts';
import { compileValidator } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

export interface RouteContext {
  readonly db: Database;
  readonly admission: Admission;
  readonly clock: Clock;
  readonly vault: Vault;
  /** Aborted when the server begins to shut down: long polls end. */
  readonly closing: AbortSignal;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
const NOTHING = Type.Object({});

/** Puts a declared route on the server. Everything that can be made once (validators, serialisers) is made here. */
export function registerRoute(app: FastifyInstance, route: Route, context: RouteContext): void {
  const { admission, clock } = context;
  app.route({
    method: route.method,
    url: `/api/v1${route.path}`,
    onRequest(request, reply, done) {
      if (route.access === 'public') return done();
      const enter = (caller: Caller) => {
        request.caller = caller;
        done();
      };
      try {
        const caller = admission.admit(route.access, request, reply);
        if (caller instanceof Promise) caller.then(enter).catch(done);
        else enter(caller);
      } catch (error) {
        done(error as Error);
      }
    },
    handler: withScenario(makeHandler(route, context), clock),
  });
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

function makeHandler(route: Route, context: RouteContext): Handler {
  switch (route.kind) {
    case 'list':
      return makeListHandler(route, context);
    case 'show':
      return makeShowHandler(route, context);
    case 'command':
      return makeCommandHandler(route, context);
    case 'custom':
      return makeCustomHandler(route, context);
  }
}

/** Pages are kept as they go out, under the caller's rights and the URL, until something they show is written. */
function makeListHandler(route: ListRoute, { db, clock }: RouteContext): Handler {
  const serialize = compileSerializer(listSchema(route.item));
  const readQuery = compileQueryReader(listQuerySchema(route.statuses));
  const path = `/api/v1${route.path}`;
  return (request, reply) => {
    const caller = callerOf(request);
    const body = db.cached(`${caller.cacheKey} ${request.url}`, function* () {
      const raw = request.query as Record<string, unknown>;
      const id = route.id ? readId(route.id, raw, undefined) : 0;
      const query = readQuery(raw);
      const pageRequest = toPageRequest(query);
      const call = { caller, now: clock.now(), id, query, body: undefined };
      const page = yield* route.handle(call, pageRequest);
      const filters = route.id ? { [idName(route)]: id, ...query } : query;
      return serialize(pageEnvelope(path, pageRequest, filters, page));
    });
    return sendLater(reply, body);
  };
}

function idName(route: ListRoute): string {
  return route.id?.aliases?.[0] ?? 'id';
}

function makeShowHandler(route: ShowRoute, { db, clock }: RouteContext): Handler {
  const serialize = compileSerializer(successSchema(route.data, false));
  const readQuery = compileQueryReader(route.query ?? NOTHING);
  return (request, reply) => {
    const raw = request.query as Record<string, unknown>;
    const id = route.id ? readId(route.id, raw, undefined) : 0;
    const call = { caller: callerOf(request), now: clock.now(), id, query: readQuery(raw), body: undefined };
    const data = db.read(route.handle(call));
    const render = (value: unknown) => serialize({ success: true, data: value });
    return sendLater(reply, data instanceof Promise ? data.then(render) : render(data));
  };
}

function makeCommandHandler(route: CommandRoute, { db, clock, vault }: RouteContext): Handler {
  const serialize = compileSerializer(successSchema(route.data, true));
  const readBody = compileBodyReader(route.body);
  return async (request, reply) => {
    const caller = callerOf(request);
    const now = clock.now();
    const prepare = (): Call => {
      const id = route.id ? readId(route.id, request.query as Record<string, unknown>, request.body) : 0;
      return { caller, now, id, query: undefined, body: readBody(request.body) };
    };
    const run: CommandRun = {
      db,
      vault,
      route,
      serialize,
      prepare,
      idempotency: readIdempotencyKey(request, caller, now),
    };
    const simulated = caller.environment === 'test' && !route.notSimulated;
    const { status, headers, body } = await (simulated
      ? simulateCommand(run, readScenario(request, caller) === 'fail')
      : runCommand(run));
    return reply.code(status).headers(headers).type(JSON_TYPE).send(body);
  };
}

function makeCustomHandler(route: CustomRoute, { admission, clock, closing }: RouteContext): Handler {
  const serialize = compileSerializer(successSchema(route.data, false));
  const readQuery = compileQueryReader(route.query ?? NOTHING);
  const readBody = compileBodyReader(route.body);
  return async (request, reply) => {
    const raw = request.query as Record<string, unknown>;
    const id = route.id ? readId(route.id, raw, request.body) : 0;
    // A route that is open to all gets no caller; its type says so at the handler, which must not look.
    const caller = request.caller as Caller;
    const call = { caller, now: clock.now(), id, query: readQuery(raw), body: readBody(request.body) };
    const gone = new AbortController();
    request.raw.once('close', () => gone.abort());
    const handled = route.handle(call, {
      address: request.ip,
      signal: AbortSignal.any([gone.signal, closing]),
      enter: async (known) => void (await admission.enter(known, request, reply)),
    });
    const data = await (route.access === 'public'
      ? handled.catch((error) => admission.refuse(error, request.ip))
      : handled);
    return reply.type(JSON_TYPE).send(serialize({ success: true, data }));
  };
}

function sendLater(reply: FastifyReply, body: string | Promise<string>): unknown {
  reply.type(JSON_TYPE);
  if (body instanceof Promise) return body.then((text) => reply.send(text));
  return reply.send(body);
}

/** A test key may ask for an outcome, so that a client can try its own error handling. */
function withScenario(handler: Handler, clock: Clock): Handler {
  return (request, reply) => {
    if (request.headers['x-sandbox-scenario'] === undefined || !request.caller) return handler(request, reply);
    switch (readScenario(request, request.caller)) {
      case 'rate_limited': {
        const now = clock.now();
        throw rateLimitExceeded(rateState(request.caller.rateLimit, 0, now).reset, now);
      }
      case 'server_error':
        throw new AppError('INTERNAL_ERROR', 'This failure was asked for by X-Sandbox-Scenario.');
      case 'slow':
        return new Promise((resolve) => setTimeout(resolve, SLOW_MS)).then(() => handler(request, reply));
      default:
        return handler(request, reply);
    }
  };
}

function compileSerializer(schema: TObject): (answer: unknown) => string {
  return fastJsonStringify(schema) as (answer: unknown) => string;
}

function compileBodyReader(schema: TObject | undefined): (body: unknown) => unknown {
  const validate = compileValidator(schema ?? NOTHING);
  return (body) => {
    const data = body === undefined || body === null ? {} : body;
    const details = validate(data);
    if (details) throw validationError(details);
    return data;
  };
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

function readIdempotencyKey(request: FastifyRequest, caller: Caller, now: number) {
  const idempotencyKey = request.headers['idempotency-key'];
  if (idempotencyKey === undefined) return undefined;
  if (typeof idempotencyKey !== 'string' || !IDEMPOTENCY_KEY.test(idempotencyKey)) {
    throw new AppError('BAD_REQUEST', 'Idempotency-Key must be 1 to 255 visible ASCII characters.', {
      details: [{ field: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters.' }],
    });
  }
  return {
    keyId: caller.key.id,
    idempotencyKey,
    now,
    fingerprint: fingerprint(request.method, request.url, request.body),
  };
}

function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`${request.url} was reached without a caller`);
  return request.caller;
}
