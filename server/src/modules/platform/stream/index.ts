import type { Database } from '@hostler/database';
import type { Module } from '#program/module.ts';
import { staffStreamRoutes } from './operator-routes.ts';
import { streamRoutes } from './panel-routes.ts';
import { announcedTables } from './topics.ts';

/** Notifies open pages of changes. */
export function streamModule({ db }: { db: Database }): Module {
  db.announce(announcedTables());
  return {
    name: 'stream',
    panelRoutes: streamRoutes({ db }),
    operatorRoutes: staffStreamRoutes({ db }),
    panelTags: { stream: 'Stream of change notifications.' },
  };
}
