import type { Database, Page, Query } from '@hostler/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { runAs } from '../audit/carry.ts';
import { noteCommand } from '../audit/note-command.ts';
import type { Vault } from '../crypto.ts';
import type { Clock } from '../time.ts';
import type { Admission } from './admission.ts';
import { answer } from './answer.ts';
import { RequestAuditContext } from './audit-context.ts';
import type { Caller } from './caller.ts';
import { answerWithCsv } from './csv-answer.ts';
import { pageEnvelope, readErrorCode } from './envelope.ts';
import {
  claimOrReplay,
  findAnswerOrRoom,
  type IdempotentRequest,
  type Rendered,
  renderStorable,
  storeAnswer,
} from './idempotency.ts';
import { compileQueryReader, toPageRequest } from './parameters.ts';
import { compileBodyReader } from './read-body.ts';
import type { RequestTurns } from './request-turns.ts';
import type { Call, OperationRoute } from './route.ts';
import type { Surface } from './surface.ts';

interface OperationContext {
  readonly db: Database;
  readonly surface: Surface;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly turns: RequestTurns;
  readonly admission: Admission;
  readIdempotencyKey(
    request: FastifyRequest,
    caller: Caller,
    now: number,
  ): Omit<IdempotentRequest, 'vault'> | undefined;
}

/** Another request with the same Idempotency-Key was quicker: this one is rolled back and sends its response. */
class Replay extends Error {
  readonly rendered: Rendered;

  constructor(rendered: Rendered) {
    super('replayed');
    this.rendered = rendered;
  }
}

/** Handles a route that opens its own transactions, such as a command. Each transaction is audited. */
export function makeOperationHandler(route: OperationRoute, context: OperationContext) {
  const { db, surface, vault, clock, turns, admission } = context;
  const readQuery = compileQueryReader(route.query);
  const openBody = compileBodyReader(route, surface);
  const path = `${surface.prefix}${route.path}`;

  const read = async (request: FastifyRequest, reply: FastifyReply, call: Call) => {
    const { format, ...query } = call.query as Record<string, unknown>;
    const shown = (data: unknown) => route.show(data, call.caller);
    if (route.rows && format === 'csv') {
      const { path: name, columns = [] } = route;
      const show = (rows: readonly object[]) => shown(rows) as readonly object[];
      return answerWithCsv(request, reply, {
        path: name,
        pages: route.rows(call),
        show,
        columns,
        turns,
        now: call.now,
      });
    }
    const page = toPageRequest(query);
    const result = await turns.read(request, async () => route.handle(call, page));
    if (!route.isList) return answer(request, reply, 200, JSON.stringify({ success: true, data: shown(result) }));
    const found = result as Page<unknown>;
    const items = shown(found.items) as unknown[];
    answer(request, reply, 200, JSON.stringify(pageEnvelope(path, page, query, { ...found, items })));
  };

  const write = async (request: FastifyRequest, call: Call): Promise<Rendered> => {
    const readBody = openBody(request);
    const auditContext = new RequestAuditContext(route.action, route, request);
    const asked = context.readIdempotencyKey(request, call.caller, call.now);
    const once = asked && { ...asked, vault };
    const replay = once && (await db.read(findAnswerOrRoom(once)));
    if (replay) return replay;
    const render = (result: unknown): Rendered => {
      const data = route.show(result, call.caller);
      return {
        status: route.status,
        headers: {},
        body: JSON.stringify({ success: true, message: route.message, data }),
      };
    };
    const work = async () => route.handle({ ...call, body: readBody() }, toPageRequest({}));
    try {
      const result = await runAs(auditContext, work, function* (done, accounts) {
        yield* noteCommand(auditContext, done, accounts);
        if (!once || route.storesLater) return;
        const quicker = yield* claimOrReplay(once);
        if (quicker) throw new Replay(quicker);
        yield* storeAnswer(once, render(done));
      });
      const rendered = render(result);
      if (!once || !route.storesLater) return rendered;
      return await db.write(() => keepAnswer(once, rendered));
    } catch (error) {
      if (error instanceof Replay) return error.rendered;
      if (!once) throw error;
      const refusal = renderStorable(error);
      return db.write(() => keepAnswer(once, refusal));
    }
  };

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = admission.arrive(route, request);
    const query = readQuery(request.query as Record<string, unknown>);
    const call = { caller, now: clock.now(), id: 0, query, body: undefined };
    if (route.method === 'GET') return read(request, reply, call);
    const { status, headers, body } = await write(request, call);
    if (status >= 400) request.failure = readErrorCode(body);
    answer(request, reply, status, body, headers);
  };
}

/** Stores a response, unless a concurrent request with the same key has stored its own, which is then returned. */
function* keepAnswer(once: IdempotentRequest, rendered: Rendered): Query<Rendered> {
  const quicker = yield* claimOrReplay(once);
  if (quicker) return quicker;
  yield* storeAnswer(once, rendered);
  return rendered;
}
