import type { Authenticator, Customer } from '#kernel/http/caller.ts';
import type { RequestLog } from '#kernel/http/request-log.ts';
import type { Surface } from '#kernel/http/surface.ts';
import { readExamples } from '#program/examples.ts';
import type { Module } from '#program/module.ts';
import type { Config } from '#settings/config.ts';

/** Writes of the API specification. The others are extensions. */
const SPECIFIED: ReadonlySet<string> = new Set([
  '/auth/token',
  '/auth/refresh',
  '/hosting/restart',
  '/tickets',
  '/tickets/reply',
  '/tickets/close',
  '/domains',
  '/domains/remove',
  '/databases',
  '/databases/remove',
  '/backups',
  '/backups/restore',
]);

/** Defines the public API, which customers' programs call with a key or a token. */
export function makePublicSurface(
  modules: readonly Module[],
  authenticator: Authenticator<Customer>,
  requestLog: RequestLog | undefined,
  config: Pick<Config, 'brand'>,
): Surface<Customer> {
  return {
    name: 'public',
    prefix: '/api/v1',
    authenticator,
    routes: modules.flatMap((module) => module.routes ?? []),
    document: {
      path: '/openapi.json',
      get title() {
        return `${config.brand.productName} API`;
      },
      description:
        'API for servers, tickets, domains, billing, databases and backups. Every response is a JSON object with `success`, and `data` or `error`. An unknown field in a body is refused with 422, except by the operations that ignore it and name it in `X-Ignored-Fields`.',
      tags: Object.fromEntries(modules.flatMap((module) => (module.tag ? [[module.name, module.tag]] : []))),
      sandbox: true,
      // Computed on demand, because the document is rarely read.
      get examples() {
        return readExamples();
      },
    },
    limits: { failures: 100, bodyBytes: 1024 * 1024 },
    corsHeaders: ['Authorization', 'X-API-Key'],
    specified: SPECIFIED,
    actionPath: '/actions/show',
    requestLog,
  };
}
