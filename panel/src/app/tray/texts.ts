import type { Action } from '@hostler/sdk';
import { t } from '@lingui/core/macro';

/** Wording of one action type while it runs, after it succeeded and after it failed. */
interface Words {
  readonly now: string;
  readonly done: string;
  readonly failed: string;
}

const TYPES: Readonly<Record<string, Words>> = {
  'hosting.create': { now: t`Creating`, done: t`Created`, failed: t`Could not create` },
  'hosting.adopt': { now: t`Taking over`, done: t`Taken over`, failed: t`Could not take over` },
  'hosting.start': { now: t`Starting`, done: t`Started`, failed: t`Could not start` },
  'hosting.stop': { now: t`Stopping`, done: t`Stopped`, failed: t`Could not stop` },
  'hosting.restart': { now: t`Restarting`, done: t`Restarted`, failed: t`Could not restart` },
  'hosting.access': {
    now: t`Changing the SSH keys of`,
    done: t`Changed the SSH keys of`,
    failed: t`Could not change the SSH keys of`,
  },
  'hosting.password': {
    now: t`Resetting the root password of`,
    done: t`Reset the root password of`,
    failed: t`Could not reset the root password of`,
  },
  'hosting.reverse': {
    now: t`Changing a reverse name of`,
    done: t`Changed a reverse name of`,
    failed: t`Could not change a reverse name of`,
  },
  'hosting.add-address': {
    now: t`Adding an address to`,
    done: t`Added an address to`,
    failed: t`Could not add an address to`,
  },
  'hosting.remove-address': {
    now: t`Removing an address from`,
    done: t`Removed an address from`,
    failed: t`Could not remove an address from`,
  },
  'hosting.rebuild': { now: t`Rebuilding`, done: t`Rebuilt`, failed: t`Could not rebuild` },
  'hosting.rescue': {
    now: t`Changing the rescue mode of`,
    done: t`Changed the rescue mode of`,
    failed: t`Could not change the rescue mode of`,
  },
  'hosting.suspend': { now: t`Suspending`, done: t`Suspended`, failed: t`Could not suspend` },
  'hosting.throttle': {
    now: t`Changing the network limit`,
    done: t`Changed the network limit`,
    failed: t`Could not change the network limit`,
  },
  'hosting.unsuspend': { now: t`Resuming`, done: t`Resumed`, failed: t`Could not resume` },
  'hosting.terminate': { now: t`Terminating`, done: t`Terminated`, failed: t`Could not terminate` },
  'hosting.isolate': { now: t`Isolating`, done: t`Isolated`, failed: t`Could not isolate` },
  'hosting.release': { now: t`Releasing`, done: t`Released`, failed: t`Could not release` },
  'firewall.apply': { now: t`Applying`, done: t`Applied`, failed: t`Could not apply` },
  'snapshot.create': {
    now: t`Creating snapshot`,
    done: t`Created snapshot`,
    failed: t`Could not create snapshot`,
  },
  'snapshot.restore': {
    now: t`Restoring snapshot`,
    done: t`Restored snapshot`,
    failed: t`Could not restore snapshot`,
  },
  'snapshot.remove': {
    now: t`Deleting snapshot`,
    done: t`Deleted snapshot`,
    failed: t`Could not delete snapshot`,
  },
  'domain.create': { now: t`Adding`, done: t`Added`, failed: t`Could not add` },
  'domain.update': {
    now: t`Updating the records of`,
    done: t`Updated the records of`,
    failed: t`Could not update the records of`,
  },
  'domain.remove': { now: t`Removing`, done: t`Removed`, failed: t`Could not remove` },
  'database.create': { now: t`Creating`, done: t`Created`, failed: t`Could not create` },
  'database.remove': { now: t`Deleting`, done: t`Deleted`, failed: t`Could not delete` },
  'database.reset-password': {
    now: t`Resetting the password of`,
    done: t`Reset the password of`,
    failed: t`Could not reset the password of`,
  },
  'backup.create': { now: t`Backing up`, done: t`Backed up`, failed: t`Could not back up` },
  'application.install': { now: t`Installing`, done: t`Installed`, failed: t`Could not install` },
  'application.remove': { now: t`Removing`, done: t`Removed`, failed: t`Could not remove` },
  'backup.restore': { now: t`Restoring`, done: t`Restored`, failed: t`Could not restore` },
  'backup.verify': { now: t`Verifying`, done: t`Verified`, failed: t`Could not verify` },
  'backup.remove': { now: t`Deleting`, done: t`Deleted`, failed: t`Could not delete` },
};

export function describeAction({ type, status }: Action): string {
  const words = TYPES[type];
  if (!words) return type;
  return status === 'succeeded' ? words.done : status === 'failed' ? words.failed : words.now;
}

export const texts = {
  title: t`Actions`,
  none: t`No actions in progress. Restarts, backups and other long-running work are listed here.`,
  open: (running: number) => (running === 0 ? t`Actions` : t`Actions, ${running} in progress`),
  queued: t`Waiting`,
  view: t`View`,
  writeToSupport: t`Write to support`,
  request: t`Request`,
  /** Prefills the support ticket with the facts of the failed action. */
  facts: (action: Action, name: string, requestId: string | null) => ({
    subject: `${describeAction(action)} ${name}`,
    message: [
      action.error?.message,
      t`Action ${action.id} (${action.type}), ${action.finished_at ?? action.created_at}.`,
      requestId && t`Request ${requestId}.`,
    ]
      .filter(Boolean)
      .join('\n'),
  }),
};
