import type { Authenticator, PanelCaller } from '#kernel/http/caller.ts';
import { errors } from '#kernel/http/errors.ts';
import { findOwnOrigin, type OwnAddress } from '#kernel/http/own-origin.ts';
import type { Knock, Surface } from '#kernel/http/surface.ts';
import type { Module } from '#program/module.ts';
import type { Config } from '#settings/config.ts';

const HEADER = 'X-Hostler-Panel';

/** Defines the panel API, which the browser calls with a session. It accepts no API keys. */
export function makePanelSurface(
  modules: readonly Module[],
  authenticator: Authenticator<PanelCaller>,
  config: OwnAddress & Pick<Config, 'brand'>,
): Surface<PanelCaller> {
  return {
    name: 'panel',
    prefix: '/panel/api/v1',
    authenticator,
    routes: modules.flatMap((module) => module.panelRoutes ?? []),
    document: {
      path: '/openapi-panel.json',
      get title() {
        return `${config.brand.productName} panel API`;
      },
      description:
        'API of the panel for operations that API keys cannot do: sign-in, API keys, members and personal security. Only pages of this server can use it. A write without the header `X-Hostler-Panel: 1`, or with a missing or foreign `Origin`, is refused. The panel uses the public API for everything else.',
      tags: Object.assign({}, ...modules.map((module) => module.panelTags)),
      writeHeaders: { [HEADER]: 'Always `1`. Pages of other origins cannot send this header.' },
    },
    limits: { failures: 100, bodyBytes: 64 * 1024 },
    guard: (request) => refuseForeign(request, config),
  };
}

/**
 * Refuses writes from other sites. Another site can make a browser send its cookie, but cannot add a header or change
 * the Origin.
 */
export function refuseForeign({ method, headers }: Knock, config: OwnAddress): void {
  if (method === 'GET') return;
  if (headers[HEADER.toLowerCase()] !== '1') {
    throw errors.panel_header_missing({ header: HEADER });
  }
  const own = findOwnOrigin(config, headers.host);
  if (headers.origin !== undefined && headers.origin === own) return;
  throw own === undefined ? errors.public_url_missing() : errors.foreign_origin();
}
