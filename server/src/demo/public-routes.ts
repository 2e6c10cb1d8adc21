import type { FastifyInstance } from 'fastify';
import { errors } from './errors.ts';

/**
 * Writes that visitors must not do. They share the logins, so nobody may change credentials or people. Webhooks and
 * checks would make requests to addresses of their choice. The others would send mail.
 */
const REFUSED = [
  /^\/panel\/api\/v1\/(security|people|keys|invitations|sign-up|setup|farewells)(\/|$)/,
  /^(\/panel)?\/api\/v1\/monitoring\/checks(\/update)?$/,
  /^\/panel\/api\/v1\/sessions\/(passkey|confirm)/,
  /^\/api\/v1\/webhooks(\/(update|test|redeliver|rotate-secret|remove))?$/,
];

function isRefusedInPublic(method: string, path: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS' && REFUSED.some((pattern) => pattern.test(path));
}

export function refuseInPublic(http: FastifyInstance): void {
  http.addHook('onRequest', async ({ method, routeOptions: { url = '' } }) => {
    if (isRefusedInPublic(method, url)) {
      throw errors.public_demo_forbids();
    }
  });
}
