import type { Database } from '@hostler/database';
import type { ActionResource, ActionRetry, AnyActionKind } from '#kernel/jobs/action-kind.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import { actionJob } from './action-job.ts';
import { actionCommands } from './commands.ts';
import { actionFailures } from './failures.ts';
import { actionResults } from './metrics.ts';
import { migrations } from './migrations.ts';
import { type ActionOperatorService, createActionOperatorService } from './operator-service.ts';
import { actionPanelRoutes } from './panel-routes.ts';
import { actionRetention } from './retention.ts';
import { actionRoutes } from './routes.ts';
import { createActionService } from './service.ts';
import { queuedActionsLimit } from './store.ts';

export { takeFailedWork } from './repeat.ts';
export { listResourceActions } from './resource-actions.ts';
export { findActionFailure, findActionStatus } from './service.ts';
export { refuseIfCrowded, startAction } from './start-action.ts';
export type { ActionOperatorService };

interface Dependencies {
  db: Database;
  clock: Clock;
  /** Action kinds of all modules. */
  kinds: readonly AnyActionKind[];
  /** Retries of all modules, by the type of the action. */
  retries: Readonly<Record<string, ActionRetry>>;
}

interface ActionsModule extends Module {
  operator: { actions: ActionOperatorService };
}

export function actionsModule({ db, clock, kinds, retries }: Dependencies): ActionsModule {
  const resources = listResources(kinds);
  const actions = createActionService({ db, resources });
  const failures = actionFailures(retries);
  const operator = createActionOperatorService({ db, clock, kinds, retries, failures });
  return {
    name: 'actions',
    tag: 'Queued operations on resources and their progress.',
    migrations,
    limits: [queuedActionsLimit],
    routes: actionRoutes(actions, resources),
    panelRoutes: actionPanelRoutes(actions, resources),
    panelTags: { actions: 'Recent actions of the account.' },
    jobs: kinds.map((kind) => actionJob(kind, { db, clock })),
    forgets: actionRetention,
    failures: [failures],
    metrics: [actionResults],
    commands: actionCommands({ db, actions: operator }),
    operator: { actions: operator },
  };
}

/** Each resource declares its scopes once. With two declarations, one could show actions that the other hides. */
function listResources(kinds: readonly AnyActionKind[]): ActionResource[] {
  const byType = new Map<string, ActionResource>();
  for (const { resource, type } of kinds) {
    const known = byType.get(resource.type) ?? resource;
    if (known !== resource) throw new Error(`${type} declares ${resource.type} anew; its module must use one for all.`);
    byType.set(resource.type, known);
  }
  return [...byType.values()];
}
