import type { Awaitable, Kept } from '@hostler/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerKept, NOT_STORED } from './answer.ts';
import type { AnyRoute } from './route.ts';
import type { Surface } from './surface.ts';

/** Returns whether responses of a route are cached and have an ETag. With cookie authentication nothing is cached. */
export function isTagged(route: AnyRoute, { corsHeaders }: Pick<Surface, 'corsHeaders'>): boolean {
  const isRead = route.kind === 'list' || route.kind === 'feed' || route.kind === 'show';
  return corsHeaders !== undefined && isRead && !route.ofTheMoment;
}

/** Longer lists of tags are ignored, and the response is sent in full. */
const LONGEST_LIST = 2_048;
/** Matches one tag of a list (RFC 9110, 8.8.3). The quoted part identifies it, weak or not. */
const NEXT_TAG = /[ \t,]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?=,|$)/y;

/** Returns whether an If-None-Match header contains a tag. A malformed header matches nothing. */
export function names(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch === '*') return true;
  if (ifNoneMatch.length > LONGEST_LIST) return false;
  const opaque = tag.replace(/^W\//, '');
  let found = false;
  let end = 0;
  NEXT_TAG.lastIndex = 0;
  for (let next = NEXT_TAG.exec(ifNoneMatch); next; next = NEXT_TAG.exec(ifNoneMatch)) {
    found ||= next[1] === opaque;
    end = NEXT_TAG.lastIndex;
  }
  return found && /^[ \t,]*$/.test(ifNoneMatch.slice(end));
}

/** Sends responses with an ETag, or 304 to clients that have it already. */
export class TaggedAnswers {
  /** Identifies the program: another version or other settings may render the same rows differently. */
  readonly #edition: () => string;
  readonly #lines: string;

  constructor(edition: () => string, { corsHeaders = [] }: Pick<Surface, 'corsHeaders'>) {
    this.#edition = edition;
    this.#lines = `cache-control: private, no-cache\r\nvary: ${corsHeaders.join(', ')}\r\n`;
  }

  /** Responses of another edition are not reused. */
  get edition(): string {
    return this.#edition();
  }

  send(request: FastifyRequest, reply: FastifyReply, found: Awaitable<Kept<string>>): unknown {
    if (found instanceof Promise) return found.then((kept) => this.#answer(request, reply, kept));
    return this.#answer(request, reply, found);
  }

  #answer(request: FastifyRequest, reply: FastifyReply, kept: Kept<string>): undefined {
    const { value, version } = kept;
    if (version === undefined) {
      answerKept(request, reply, 200, NOT_STORED, value);
      return;
    }
    kept.sent ??= this.#describe(version);
    const { tag, lines } = kept.sent;
    const known = request.headers['if-none-match'];
    if (known !== undefined && names(known, tag)) answerKept(request, reply, 304, lines, '');
    else answerKept(request, reply, 200, lines, value);
  }

  #describe(version: string): NonNullable<Kept<string>['sent']> {
    const tag = `W/"${this.#edition()}${version}"`;
    return { tag, lines: `etag: ${tag}\r\n${this.#lines}` };
  }
}
