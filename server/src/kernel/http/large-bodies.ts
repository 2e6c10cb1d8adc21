import type { FastifyReply, FastifyRequest } from 'fastify';
import { budgetOf, type Caller } from './caller.ts';
import { Turns } from './turns.ts';

/** Smaller ones cost little, however many wait for their turn. */
const LARGE_BYTES = 16 * 1024;
/** A body is kept three times for a moment: as it came, as text, and as what the text says. */
const ROOM = { each: 8, all: Number.POSITIVE_INFINITY, waiting: 100 };

/**
 * How many large bodies of one caller are in memory, from their first byte to the answer. The others are not read yet: they
 * wait with the client. Nobody waits for somebody else's body here, which may arrive as slowly as its sender likes.
 */
export class LargeBodies {
  readonly #turns = new Turns(ROOM);

  /** Calls back when the body may be read: now, or when one before it is done; or with the refusal. */
  admit(caller: Caller, request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    if (!isLarge(request)) {
      done();
      return;
    }
    const read = () => {
      done();
      return untilAnswered(request, reply);
    };
    try {
      const answered = this.#turns.run(budgetOf(caller), read, request.raw.socket);
      if (answered instanceof Promise) answered.catch(done);
    } catch (error) {
      done(error as Error);
    }
  }
}

/** One that does not say how long it will be may be as long as allowed. */
function isLarge({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? 0) > LARGE_BYTES || headers['transfer-encoding'] !== undefined;
}

function untilAnswered({ raw: { socket } }: FastifyRequest, { raw: response }: FastifyReply): Promise<void> {
  // Who left while we asked who it was neither gets an answer nor closes anything any more.
  if (socket.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      socket.off('close', end);
      resolve();
    };
    response.once('finish', end);
    // An answer that waits behind others on the same connection is not told that this is gone.
    socket.once('close', end);
  });
}
