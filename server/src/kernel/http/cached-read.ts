import type { Awaitable, Database, Query } from '@hostler/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../time.ts';
import { answer } from './answer.ts';
import type { Caller } from './caller.ts';
import { isTagged, type TaggedAnswers } from './etag.ts';
import { toBytes } from './head.ts';
import type { RequestTurns } from './request-turns.ts';
import type { Call, ReadRoute } from './route.ts';
import type { Surface } from './surface.ts';

interface ReadContext {
  readonly db: Database;
  readonly surface: Surface;
  readonly clock: Clock;
  readonly turns: RequestTurns;
  readonly tagged: TaggedAnswers;
}

type Asked = Pick<Call, 'caller' | 'id' | 'query'>;

/**
 * Returns a sender that caches responses as rendered, by the caller's rights and the request, until a row they show is
 * written. The key contains only declared parameters, because a URL may contain anything.
 * `look` is created once per route. A generator function per request would be slow: each has its own hidden class, so
 * V8 cannot reuse its optimisations (a seventh of a whole request).
 */
export function makeSender(
  route: ReadRoute,
  { db, surface, tagged, clock, turns }: ReadContext,
  readAnswer: (call: Call) => Query<string>,
) {
  const path = `${surface.prefix}${route.path}`;
  const isKept = isTagged(route, surface);
  return (request: FastifyRequest, reply: FastifyReply, asked: Asked): unknown => {
    if (!isKept) {
      const read = () => db.peek(readAnswer({ ...asked, now: clock.now(), body: undefined }));
      return sendLater(request, reply, turns.read(request, read));
    }
    const { caller, id, query } = asked;
    const key = `answer ${caller.cacheKey} ${path} ${id} ${route.edition?.() ?? ''} ${tagged.edition} ${nameQuery(query)}`;
    const read = () => readBytes(readAnswer(new KeptCall(asked)));
    return tagged.send(
      request,
      reply,
      turns.readAnswer(request, () => db.kept(key, read)),
    );
  };
}

function* readBytes(text: Query<string>): Query<string> {
  return toBytes(yield* text);
}

/** Skips the serialisation for requests without parameters, which are most. */
function nameQuery(query: unknown): string {
  for (const _ in query as object) return JSON.stringify(query);
  return '';
}

/** A cached response does not depend on the time; otherwise its route is `ofTheMoment`. */
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
