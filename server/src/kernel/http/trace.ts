import type { FastifyInstance } from 'fastify';
import { isTracing, runIn, type Span, startSpan } from '../trace/trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined if tracing is off. */
    span?: Span | undefined;
  }
}

/** Adds a span for every request to a route of the API, even a refused one. Call it before routes are registered. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { traceparent } = request.headers;
    const parent = typeof traceparent === 'string' ? traceparent : undefined;
    const span = startSpan({ name: request.method, kind: 'server', parent });
    request.span = span;
    reply.raw.once('close', () => {
      // A page, a probe or no route: a span that is never ended is never sent.
      if (request.startedAt === 0) return;
      const { statusCode, headersSent } = reply.raw;
      span?.rename(request.routeName);
      span?.set({
        'http.request.method': request.method,
        'http.route': request.routeName.slice(request.method.length + 1),
        'hostler.request_id': request.id,
        // A client that disconnects before the response gets none.
        ...(headersSent ? { 'http.response.status_code': statusCode } : {}),
      });
      if (statusCode >= 500) span?.fail();
      span?.end();
    });
    done();
  });
  // Wrap the handler: the asynchronous context of a hook is lost while Fastify reads the body.
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      return runIn(request.span, () => handler.call(this, request, reply));
    };
  });
}
