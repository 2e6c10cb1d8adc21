import type { FastifyInstance } from 'fastify';
import type { Surface } from './surface.ts';

/** Headers a browser may send besides credentials. */
const ALLOWED_HEADERS = ['Content-Type', 'Idempotency-Key', 'If-None-Match', 'X-Request-Id', 'X-Sandbox-Scenario'];

/** Answers CORS preflight requests. */
export function registerPreflight(app: FastifyInstance, { prefix, corsHeaders }: Surface): void {
  if (!corsHeaders) return;
  const allowed = [...corsHeaders, ...ALLOWED_HEADERS].join(', ');
  app.options(`${prefix}/*`, (request, reply) => {
    reply
      .code(204)
      .header('x-request-id', request.id)
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-methods', 'GET, POST, OPTIONS')
      .header('access-control-allow-headers', allowed)
      .header('access-control-max-age', '86400')
      .send();
  });
}
