import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Work, workOn } from '../current-work.ts';

/** A request as work of the event loop. Its name is read only if it is logged. */
export class RequestWork implements Work {
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  /** Method and pattern of the route, never the URL. */
  get name(): string {
    const { method, routeOptions } = this.#request;
    return `${method} ${routeOptions.url ?? 'none'}`;
  }

  get accountId(): number | undefined {
    return this.#request.caller?.account?.id;
  }
}

/** Runs every handler under the name of its route. Call it before routes are registered. */
export function nameWork(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      return workOn(new RequestWork(request), () => handler.call(this, request, reply));
    };
  });
}
