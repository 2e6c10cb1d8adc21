import type { Authenticator, StaffCaller } from '#kernel/http/caller.ts';
import type { Door } from '#kernel/http/door.ts';
import type { Route } from '#kernel/http/route.ts';
import type { Config } from '#settings/config.ts';
import { refuseForeign } from './panel-door.ts';

interface Parts {
  authenticator: Authenticator<StaffCaller>;
  routes: readonly Route<StaffCaller>[];
  /** A request with an operator key does not use the cookie, so it may come from anywhere. */
  hasKey(headers: Parameters<NonNullable<Door['guard']>>[0]['headers']): boolean;
  config: Pick<Config, 'publicUrl' | 'host'>;
}

/** Defines the operator API for staff and the programs of the hosting company. */
export function makeOperatorDoor({ authenticator, routes, hasKey, config }: Parts): Door<StaffCaller> {
  return {
    name: 'operator',
    prefix: '/operator/api/v1',
    authenticator,
    routes,
    document: {
      path: '/openapi-operator.json',
      title: 'Hostler operator API',
      description:
        'API for the staff of the hosting company and its programs. It covers the commands of the command line. Send an operator key in the header `X-API-Key`, or use the session of a staff member with a second factor. Writes with a session require the header `X-Hostler-Panel: 1` and the `Origin` of the panel. Every route names the roles that may call it.',
      tags: {},
    },
    limits: { failures: 100, bodyBytes: 1024 * 1024 },
    guard: (request) => {
      if (!hasKey(request.headers)) refuseForeign(request, config);
    },
  };
}
