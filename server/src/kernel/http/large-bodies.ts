import type { FastifyReply, FastifyRequest } from 'fastify';
import { budgetOf, type Caller } from './caller.ts';
import { Turns } from './turns.ts';

/** Smaller bodies cost little, however many wait. */
const LARGE_BYTES = 16 * 1024;
/** A body exists three times in memory for a moment: as bytes, as text and as parsed values. */
const ROOM = { each: 8, all: Number.POSITIVE_INFINITY, waiting: 100 };

/**
 * Limits the large bodies of one caller in memory, from their first byte to the response. Further bodies are not read
 * yet and stay with the client. No caller waits for the body of another, which may arrive arbitrarily slowly.
 */
export class LargeBodies {
  readonly #turns = new Turns(ROOM);

  /** Calls `done` when the body may be read: now, or when an earlier one is finished, or with an error. */
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

/** Returns whether a body may be large. A body without a declared length may have the maximum size. */
function isLarge({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? 0) > LARGE_BYTES || headers['transfer-encoding'] !== undefined;
}

function untilAnswered({ raw: { socket } }: FastifyRequest, { raw: response }: FastifyReply): Promise<void> {
  // A client that disconnected during authentication gets no response, and its socket emits no further event.
  if (socket.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      socket.off('close', end);
      resolve();
    };
    response.once('finish', end);
    // A pipelined response is not notified when its connection closes.
    socket.once('close', end);
  });
}
