import type { FastifyInstance } from 'fastify';

/** What a browser may send. Never cookies: credentials go in a header, so any origin is fine. */
const ALLOWED_HEADERS = 'Authorization, X-API-Key, Content-Type, Idempotency-Key, X-Request-Id, X-Sandbox-Scenario';

/** Answers the question a browser asks before it calls from another origin. */
export function registerPreflight(app: FastifyInstance): void {
  app.options('/api/*', (request, reply) => {
    reply
      .code(204)
      .header('x-request-id', request.id)
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-methods', 'GET, POST, OPTIONS')
      .header('access-control-allow-headers', ALLOWED_HEADERS)
      .header('access-control-max-age', '86400')
      .send();
  });
}
