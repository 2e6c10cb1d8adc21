import type { FastifyReply } from 'fastify';

/** Browsers may call the API with a key or token in a header, never with cookies: so any origin is fine. */
const ALLOWED_HEADERS = 'Authorization, X-API-Key, Content-Type, Idempotency-Key, X-Request-Id, X-Sandbox-Scenario';
const EXPOSED_HEADERS =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Location, X-Request-Id, X-Environment, Idempotent-Replayed';

export function setCorsHeaders(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*');
  reply.header('access-control-expose-headers', EXPOSED_HEADERS);
}

export function answerPreflight(reply: FastifyReply): void {
  reply
    .code(204)
    .header('access-control-allow-methods', 'GET, POST, OPTIONS')
    .header('access-control-allow-headers', ALLOWED_HEADERS)
    .header('access-control-max-age', '86400')
    .send();
}
