import type { Database } from '@hostler/database';
import type { RequestLog } from '#kernel/http/request-log.ts';
import type { Logger } from '#kernel/log.ts';
import type { Module } from '#program/module.ts';
import { migrations } from './migrations.ts';
import { requestRoutes } from './panel-routes.ts';
import { RequestRecorder } from './recorder.ts';
import { requestRetention } from './retention.ts';

interface RequestsModule extends Module {
  requestLog: RequestLog;
}

export function requestsModule({ db, log }: { db: Database; log: Logger }): RequestsModule {
  return {
    name: 'requests',
    migrations,
    panelRoutes: requestRoutes(),
    panelTags: { requests: 'Log of requests to the public API.' },
    forgets: requestRetention,
    requestLog: new RequestRecorder({ db, log }),
  };
}
