import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Awaitable, Database } from '../db/database.ts';
import type { Query } from '../db/query.ts';
import type { Clock } from '../time.ts';
import { answer } from './answer.ts';
import type { Caller } from './caller.ts';
import type { Door } from './door.ts';
import { isTagged, type TaggedAnswers } from './etag.ts';
import { toBytes } from './head.ts';
import type { RequestTurns } from './request-turns.ts';
import type { Call, LookedRoute } from './route.ts';

interface LookContext {
  readonly db: Database;
  readonly door: Door;
  readonly clock: Clock;
  readonly turns: RequestTurns;
  readonly tagged: TaggedAnswers;
}

type Asked = Pick<Call, 'caller' | 'id' | 'query'>;

/**
 * Answers are kept as they go out, under the caller's rights and what was asked, until something they show is written.
 * The key has known parameters only: a URL may be anything.
 *
 * `look` is made once for each route. A generator function made for each request would be slow: what each of them returns
 * has a shape of its own, so that nothing V8 knows of the last one helps with the next (a seventh of a whole request).
 */
export function makeSender(
  route: LookedRoute,
  { db, door, tagged, clock, turns }: LookContext,
  look: (call: Call) => Query<string>,
) {
  const path = `${door.prefix}${route.path}`;
  const isKept = isTagged(route, door);
  return (request: FastifyRequest, reply: FastifyReply, asked: Asked): unknown => {
    if (!isKept) {
      const read = () => db.peek(look({ ...asked, now: clock.now(), body: undefined }));
      return sendLater(request, reply, turns.read(request, read));
    }
    const { caller, id, query } = asked;
    const key = `answer ${caller.cacheKey} ${path} ${id} ${route.edition?.() ?? ''} ${nameQuery(query)}`;
    const read = () => readBytes(look(new KeptCall(asked)));
    return tagged.send(
      request,
      reply,
      turns.look(request, () => db.kept(key, read)),
    );
  };
}

function* readBytes(text: Query<string>): Query<string> {
  return toBytes(yield* text);
}

/** Most ask for nothing in particular. */
function nameQuery(query: unknown): string {
  for (const _ in query as object) return JSON.stringify(query);
  return '';
}

/** What is kept is true at any time, or it would have to be `ofTheMoment`. */
class KeptCall implements Call {
  readonly caller: Caller;
  readonly id: number;
  readonly query: unknown;
  readonly body = undefined;

  constructor({ caller, id, query }: Asked) {
    this.caller = caller;
    this.id = id;
    this.query = query;
  }

  get now(): never {
    throw new Error('An answer that depends on the time is not kept: declare its route as ofTheMoment.');
  }
}

export function sendLater(request: FastifyRequest, reply: FastifyReply, body: Awaitable<string>): unknown {
  if (body instanceof Promise) return body.then((text) => answer(request, reply, 200, text));
  answer(request, reply, 200, body);
  return undefined;
}
