import type { Database } from '@hostler/database';
import type { Links } from '#kernel/mail/links.ts';
import { type Clock, MINUTE } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { KeyService } from '../index.ts';
import { migrations } from './migrations.ts';
import { devicePanelRoutes } from './panel-routes.ts';
import { deviceRoutes } from './routes.ts';
import { createDeviceRequestService } from './service.ts';
import { forgetRequests } from './store.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  links: Links;
  keys: KeyService;
}

/** Gives API keys to programs on other devices, such as `hostctl login`, after a person has approved. */
export function deviceRequestsModule({ db, clock, links, keys }: Dependencies): Module {
  const requests = createDeviceRequestService({ db, clock, links, keys });
  return {
    name: 'device-requests',
    migrations,
    routes: deviceRoutes({ db, requests }),
    panelRoutes: devicePanelRoutes(requests),
    forgets: [
      {
        name: 'device-requests.forget-expired',
        everyMs: 10 * MINUTE,
        forget: (now, limit) => forgetRequests({ now, limit }),
      },
    ],
  };
}
