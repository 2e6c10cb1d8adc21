import type { Query } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import { emit } from '#kernel/events/emit.ts';
import type { ActionKind, ActionResource, ActionSubject } from '#kernel/jobs/action-kind.ts';
import type { HttpsService } from './https/service.ts';
import { install as runInstallation, remove as runRemoval } from './installing/install.ts';
import { openWork, type Surroundings } from './installing/work.ts';
import { deleteSteps, settleSteps } from './steps/store.ts';
import { type ApplicationRow, changeApplication, deleteApplication, findApplication } from './store.ts';
import { viewApplication } from './view.ts';

export const RESOURCE: ActionResource = {
  type: 'application',
  scopes: ['applications.read', 'applications.write'],
  lane: 'applications',
};

interface ApplicationInput {
  accountId: number;
  applicationId: number;
}

export interface InstallInput extends ApplicationInput {
  /** JSON of the secrets by name. Encrypted, and erased with the action's input when the action ends. */
  sealedSecrets: string;
}

interface Dependencies extends Surroundings {
  vault: Vault;
  https: Pick<HttpsService, 'announce' | 'begin'>;
}

export type ApplicationActions = ReturnType<typeof createApplicationActions>;

export function createApplicationActions({ vault, https, ...surroundings }: Dependencies) {
  const install: ActionKind<InstallInput, void> = {
    type: 'application.install',
    resource: RESOURCE,
    async run({ accountId, applicationId, sealedSecrets }, { signal, report }) {
      const secrets = JSON.parse(vault.open(sealedSecrets));
      const task = { accountId, applicationId, status: 'installing', secrets, signal } as const;
      await runInstallation(await openWork(surroundings, task), (done) => report(100 * done));
    },
    *succeed(about) {
      const installed = yield* moveOn(about, 'installing', {
        status: 'running',
        installed_at: about.now,
        error: null,
      });
      if (!installed) return;
      const application = yield* https.begin(about.accountId, installed, about.now);
      yield* settle(about, 'succeeded');
      yield* emit({
        accountId: about.accountId,
        type: 'application.installed',
        data: viewApplication(application),
        now: about.now,
      });
    },
    *fail(about, _input, { message }) {
      yield* settle(about, 'failed');
      yield* moveOn(about, 'installing', { status: 'failed', error: message });
    },
    simulate() {},
  };

  const remove: ActionKind<ApplicationInput, void> = {
    type: 'application.remove',
    resource: RESOURCE,
    neverRefused: true,
    async run({ accountId, applicationId }, { signal, report }) {
      const task = { accountId, applicationId, status: 'removing', secrets: {}, signal } as const;
      await runRemoval(await openWork(surroundings, task), (done) => report(100 * done));
    },
    *succeed({ accountId, resourceId, now }) {
      const application = yield* findApplication(accountId, resourceId);
      yield* deleteSteps(accountId, resourceId);
      yield* deleteApplication(accountId, resourceId);
      if (application) yield* https.announce(accountId, application, now);
    },
    *fail(about, _input, { message }) {
      yield* settle(about, 'failed');
      yield* moveOn(about, 'removing', { status: 'failed', error: message });
    },
    simulate() {},
  };

  return { install, remove };
}

/** Returns undefined if the application is gone or its status was changed by other work. */
function* moveOn(
  { accountId, resourceId }: ActionSubject,
  from: ApplicationRow['status'],
  changes: Parameters<typeof changeApplication>[2],
): Query<ApplicationRow | undefined> {
  const application = yield* findApplication(accountId, resourceId);
  return application?.status === from ? yield* changeApplication(accountId, application, changes) : undefined;
}

/**
 * Ends the open steps. After a failure pending steps are skipped. In the sandbox no step was started, so a success ends
 * pending steps too.
 */
function* settle({ accountId, resourceId, now }: ActionSubject, outcome: 'succeeded' | 'failed'): Query<void> {
  const pending = outcome === 'succeeded' ? 'succeeded' : 'skipped';
  yield* settleSteps(accountId, resourceId, { running: outcome, pending }, now);
}
