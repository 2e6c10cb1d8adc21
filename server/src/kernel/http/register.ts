import { BeyondOrder, type Database, ORDER_REACH, type Page, type PageRequest, type Query } from '@hostler/database';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runAs } from '../audit/carry.ts';
import { audit } from '../audit/record.ts';
import type { Vault } from '../crypto.ts';
import { fieldErrors } from '../errors.ts';
import type { Clock } from '../time.ts';
import { type TObject, Type } from '../type.ts';
import { Admission } from './admission.ts';
import { type AnswerHeaders, answer, answerWithHints } from './answer.ts';
import { findRecord, RequestAuditContext } from './audit-context.ts';
import { makeSender, sendLater } from './cached-read.ts';
import { budgetOf, type Caller, keeperOf } from './caller.ts';
import { feedEnvelope, feedSchema, listSchema, pageEnvelope, readErrorCode, successSchema } from './envelope.ts';
import { errors } from './errors.ts';
import { TaggedAnswers } from './etag.ts';
import { HintStream } from './hint-stream.ts';
import { fingerprint } from './idempotency.ts';
import type { LargeBodies } from './large-bodies.ts';
import { answerWithFile } from './long-answer.ts';
import type { OpenStreams } from './open-streams.ts';
import { findCollections, operationIdOf } from './openapi/operation-id.ts';
import { makeOperationHandler } from './operation.ts';
import {
  compileIdReader,
  compileQueryReader,
  feedQuerySchema,
  listQuerySchema,
  type QueryReader,
  toFeedRequest,
  toPageRequest,
} from './parameters.ts';
import { type RateCounter, rateLimitExceeded, rateState } from './rate-limit.ts';
import { compileBodyReader } from './read-body.ts';
import type { RequestTurns } from './request-turns.ts';
import {
  type AnyRoute,
  type Call,
  type CommandRoute,
  type CustomRoute,
  type Examined,
  type FeedRoute,
  type HintsRoute,
  Instead,
  type ListRoute,
  type ShowRoute,
  WithFile,
} from './route.ts';
import { type CommandRun, runCommand, simulateCommand } from './run-command.ts';
import { readScenario, SLOW_MS } from './scenario.ts';
import type { SearchBudget } from './search-budget.ts';
import type { Surface } from './surface.ts';

interface SurfaceContext {
  readonly db: Database;
  readonly counter: RateCounter;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly searches: SearchBudget;
  readonly turns: RequestTurns;
  readonly largeBodies: LargeBodies;
  readonly streams: OpenStreams;
  /** Aborted when the server begins to shut down: long polls end. */
  readonly closing: AbortSignal;
  /** Distinguishes programs that may render the same rows differently. */
  readonly edition: () => string;
}

interface RouteContext extends SurfaceContext {
  readonly surface: Surface;
  readonly tagged: TaggedAnswers;
  /** Operation id, for the audit. */
  readonly action: string;
  readonly admission: Admission;
}

const NOTHING = Type.Object({});

/** Registers an API surface and all its routes. */
export function registerSurface(app: FastifyInstance, surface: Surface, context: SurfaceContext): void {
  const admission = new Admission({ surface, counter: context.counter, clock: context.clock });
  const collections = findCollections(surface.routes);
  const tagged = new TaggedAnswers(context.edition, surface);
  for (const route of surface.routes) {
    refuseUnkept(route, surface);
    registerRoute(app, route, { ...context, surface, tagged, admission, action: operationIdOf(route, collections) });
  }
}

/**
 * Throws at start if a route requires a check its API surface does not support. Otherwise the route would admit
 * everybody, or nobody.
 */
function refuseUnkept({ path, access, account, confirmed }: AnyRoute, { name, authenticator }: Surface): void {
  const forAll = access === 'public' || access === 'any-credential';
  const wantsRight = authenticator.enterAccount !== undefined && !forAll && !account;
  if (wantsRight) throw new Error(`${path}: the API ${name} checks rights only inside an account`);
  if (account && !authenticator.enterAccount) throw new Error(`${path}: the API ${name} does not support accounts`);
  if (confirmed && !authenticator.checkConfirmed)
    throw new Error(`${path}: the API ${name} does not support confirmation`);
}

/** Registers a route, and creates validators and serialisers once. */
function registerRoute(app: FastifyInstance, route: AnyRoute, context: RouteContext): void {
  const { surface, admission, clock, largeBodies } = context;
  const url = `${surface.prefix}${route.path}`;
  const routeName = `${route.method} ${url}`;
  app.route({
    method: route.method,
    url,
    bodyLimit:
      ((route.kind === 'custom' || route.kind === 'operation') && route.maxBodyBytes) || surface.limits.bodyBytes,
    // Counts every error of an unknown caller by address, even one in the body.
    ...(route.access === 'public' ? { errorHandler: (error, request) => admission.refuse(error, request) } : {}),
    onRequest(request, reply, done) {
      request.startedAt = performance.now();
      request.routeName = routeName;
      request.surface = surface;
      try {
        surface.guard?.(request);
        if (route.access === 'public') return done();
        // Rights in an account are checked once the account is known: see `arrive`.
        const caller = admission.admit(route.account ? 'any-credential' : route.access, request);
        if (caller instanceof Promise) caller.then((known) => largeBodies.admit(known, request, reply, done), done);
        else largeBodies.admit(caller, request, reply, done);
      } catch (error) {
        done(error as Error);
      }
    },
    handler: withScenario(makeHandler(route, context), clock),
  });
}

/** Parsed query parameters. */
type AskedFor = ReturnType<QueryReader>;

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

function makeHandler(route: AnyRoute, context: RouteContext): Handler {
  switch (route.kind) {
    case 'list':
      return makeListHandler(route, context);
    case 'feed':
      return makeFeedHandler(route, context);
    case 'show':
      return makeShowHandler(route, context);
    case 'command':
      return makeCommandHandler(route, context);
    case 'custom':
      return makeCustomHandler(route, context);
    case 'hints':
      return makeHintsHandler(route, context);
    case 'operation':
      return makeOperationHandler(route, { ...context, readIdempotencyKey });
  }
}

/** Searches are not cached: they vary too much. */
function makeListHandler(route: ListRoute, context: RouteContext): Handler {
  const { db, surface, admission, clock, searches, turns } = context;
  const serialize = compileSerializer(listSchema(route.item, route.meta));
  const readQuery = compileQueryReader(listQuerySchema(route));
  const readId = compileIdReader(route.id);
  const path = `${surface.prefix}${route.path}`;
  const render = (call: Call, found: Page<unknown>) => {
    const query = call.query as AskedFor;
    const filters = { ...nameParents(route, call), ...query };
    return serialize(pageEnvelope(path, toPageRequest(query), filters, found));
  };
  const send = makeSender(route, context, function* (call) {
    return render(call, yield* readPage(route, call, toPageRequest(call.query as AskedFor)));
  });
  return (request, reply) => {
    const caller = admission.arrive(route, request);
    const raw = request.query as Record<string, unknown>;
    const id = readId(raw, undefined);
    const query = readQuery(raw);
    const pageRequest = toPageRequest(query);
    if (pageRequest.search === undefined) return send(request, reply, { caller, id, query });
    const call = { caller, now: clock.now(), id, query, body: undefined };
    const search = async () => turns.read(request, () => db.readInTurns(readPage(route, call, pageRequest)));
    return sendLater(
      request,
      reply,
      searches.run(budgetOf(caller), search).then((found) => render(call, found)),
    );
  };
}

function* readPage(route: ListRoute, call: Call, page: PageRequest): Query<Page<unknown>> {
  try {
    return yield* route.handle(call, page);
  } catch (error) {
    if (!(error instanceof BeyondOrder)) throw error;
    throw errors.too_many_to_sort({ field: page.sort_by ?? '', max: ORDER_REACH });
  }
}

/** Returns the parent ids of the list, for its links. */
function nameParents({ id: parameter, account: ofAccount }: ListRoute, { caller: { account }, id }: Call) {
  return {
    ...(ofAccount && account ? { account_id: account.id } : {}),
    ...(parameter ? { [parameter.name ?? 'id']: id } : {}),
  };
}

function makeFeedHandler(route: FeedRoute, context: RouteContext): Handler {
  const serialize = compileSerializer(feedSchema(route.item));
  const readQuery = compileQueryReader(feedQuerySchema(route));
  const send = makeSender(route, context, function* (call) {
    return serialize(feedEnvelope(yield* route.handle(call, toFeedRequest(call.query as AskedFor))));
  });
  return (request, reply) => {
    const query = readQuery(request.query as Record<string, unknown>);
    const caller = context.admission.arrive(route, request);
    return send(request, reply, { caller, id: 0, query });
  };
}

function makeShowHandler(route: ShowRoute, context: RouteContext): Handler {
  const serialize = compileSerializer(successSchema(route.data, false));
  const readQuery = compileQueryReader(route.query ?? NOTHING);
  const readId = compileIdReader(route.id);
  const send = makeSender(route, context, function* (call) {
    return serialize({ success: true, data: yield* route.handle(call) });
  });
  const { db, clock, searches, turns } = context;
  return (request, reply) => {
    const caller = context.admission.arrive(route, request);
    const raw = request.query as Record<string, unknown>;
    const asked = { caller, id: readId(raw, undefined), query: readQuery(raw) };
    if (!route.isLarge) return send(request, reply, asked);
    const call = { ...asked, now: clock.now(), body: undefined };
    if (!route.isLarge(call)) return send(request, reply, asked);
    const read = async () => turns.read(request, () => db.readInTurns(route.handle(call) as Query<Examined>));
    return sendLater(
      request,
      reply,
      searches.run(budgetOf(caller), read).then((data) => serialize({ success: true, data })),
    );
  };
}

function makeCommandHandler(route: CommandRoute, context: RouteContext): Handler {
  const { db, surface, action, admission, clock, vault, turns } = context;
  const serialize = compileSerializer(successSchema(route.data, true));
  const openBody = compileBodyReader(route, surface);
  const readId = compileIdReader(route.id);
  return async (request, reply) => {
    const caller = admission.arrive(route, request);
    const now = clock.now();
    const readBody = openBody(request);
    const prepare = (): Call => {
      const id = readId(request.query as Record<string, unknown>, request.body);
      return { caller, now, id, query: undefined, body: readBody() };
    };
    const run: CommandRun = {
      db,
      vault,
      surface,
      route,
      serialize,
      prepare,
      inTurn: (work) => turns.write(request, work),
      inSharedTurn: (work) => turns.share(request, work),
      idempotency: readIdempotencyKey(request, caller, now),
      auditContext: new RequestAuditContext(action, route, request),
    };
    const simulated = caller.credential.environment === 'test' && !route.notSimulated;
    const { status, headers, body } = await (simulated
      ? simulateCommand(run, readScenario(request, caller) === 'fail')
      : runCommand(run));
    if (status >= 400) request.failure = readErrorCode(body);
    answer(request, reply, status, body, headers);
  };
}

function makeCustomHandler(route: CustomRoute, context: RouteContext): Handler {
  const { db, surface, admission, action, clock, turns, closing } = context;
  const serialize = compileSerializer(successSchema(route.data, false));
  const serializeInstead = compileSerializer(successSchema(route.instead ?? NOTHING, false));
  const readQuery = compileQueryReader(route.query ?? NOTHING);
  const openBody = compileBodyReader(route, surface);
  const readId = compileIdReader(route.id);
  return async (request, reply) => {
    // A public route has no caller. The type of its handler says so, and it must not read it.
    const caller = route.access === 'public' ? (request.caller as unknown as Caller) : admission.arrive(route, request);
    const auditContext = new RequestAuditContext(action, route, request);
    if (route.perAddress !== undefined) await admission.countByAddress(route.perAddress, action, request);
    const raw = request.query as Record<string, unknown>;
    const id = readId(raw, request.body);
    const call = { caller, now: clock.now(), id, query: readQuery(raw), body: openBody(request)() };
    const gone = new AbortController();
    // Watch the response: a request closes as soon as its body is read.
    reply.raw.once('close', () => gone.abort());
    if (reply.raw.destroyed) gone.abort();
    const headers: Record<string, AnswerHeaders[string]> = {};
    const handle = () =>
      route.handle(call, {
        address: request.ip,
        headers: request.headers,
        setHeader: (name, value) => {
          headers[name] = value;
        },
        signal: AbortSignal.any([gone.signal, closing]),
        enter: async (known) => void (await admission.enter(known, request)),
        inTurn: async (work) => (route.method === 'GET' ? turns.read(request, work) : turns.write(request, work)),
      });
    const changes = route.method === 'POST' && !route.changesNothing;
    const data = await (changes ? runAs(auditContext, handle) : handle());
    // Audit what the handler did not record in its own transaction, for known callers.
    if (changes && !auditContext.recorded && request.caller) {
      const change = { record: findRecord(route, id, data), now: call.now };
      await turns.write(request, () => db.write(() => audit(change, auditContext)));
    }
    if (data instanceof Instead) {
      answer(request, reply, 200, serializeInstead({ success: true, data: data.data }), headers);
    } else if (data instanceof WithFile) {
      await answerWithFile(request, reply, serialize({ success: true, data: data.data }), data);
    } else answer(request, reply, route.status, serialize({ success: true, data }), headers);
  };
}

/** Uses no database connection and no slot. */
function makeHintsHandler(route: HintsRoute, { admission, clock, streams, closing }: RouteContext): Handler {
  const readQuery = compileQueryReader(route.query ?? NOTHING);
  return (request, reply) => {
    const caller = admission.arrive(route, request);
    const query = readQuery(request.query as Record<string, unknown>);
    const leave = streams.enter(caller);
    answerWithHints(request, reply);
    let stop = () => {};
    const stream = new HintStream({
      response: reply.raw,
      expiresInMs: caller.credential.expiresAt === null ? undefined : caller.credential.expiresAt - clock.now(),
      isAllowed: () => admission.isStill(caller, request),
      closing,
      onEnd() {
        leave();
        stop();
      },
    });
    const call = { caller, now: clock.now(), id: 0, query, body: undefined };
    stop = route.handle(call, { tell: (name) => stream.tell(name), recheck: () => stream.recheck() });
    if (stream.hasEnded) stop();
    return undefined;
  };
}

/** Test credentials may request an outcome, so that a client can test its error handling. */
function withScenario(handler: Handler, clock: Clock): Handler {
  return (request, reply) => {
    if (request.headers['x-sandbox-scenario'] === undefined || !request.caller) return handler(request, reply);
    switch (readScenario(request, request.caller)) {
      case 'rate_limited': {
        const now = clock.now();
        throw rateLimitExceeded(rateState(request.caller.credential.rate.limit, 0, now).reset, now);
      }
      case 'server_error':
        throw errors.simulated_error();
      case 'slow':
        return new Promise((resolve) => setTimeout(resolve, SLOW_MS)).then(() => handler(request, reply));
      default:
        return handler(request, reply);
    }
  };
}

/** Compiles on the first response, as validators do on the first request. */
function compileSerializer(schema: TObject): (answer: unknown) => string {
  let serialize: ((answer: unknown) => string) | undefined;
  return (answer) => {
    serialize ??= fastJsonStringify(schema) as (answer: unknown) => string;
    return serialize(answer);
  };
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

function readIdempotencyKey(request: FastifyRequest, caller: Caller, now: number) {
  const idempotencyKey = request.headers['idempotency-key'];
  if (idempotencyKey === undefined) return undefined;
  if (typeof idempotencyKey !== 'string' || !IDEMPOTENCY_KEY.test(idempotencyKey)) {
    throw errors.idempotency_key_malformed({
      details: [fieldErrors.not_visible_ascii('Idempotency-Key', { max: 255 })],
    });
  }
  return {
    accountId: keeperOf(caller),
    namespace: caller.credential.namespace,
    idempotencyKey,
    now,
    fingerprint: fingerprint(request.method, request.url, request.body),
  };
}
