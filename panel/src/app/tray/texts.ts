import type { Action } from '@hostler/sdk';
import { t } from '@lingui/core/macro';

type Sentence = (name: string) => string;

/** Sentences about one action type while it runs, after it succeeded and after it failed. */
interface Words {
  readonly now: Sentence;
  readonly done: Sentence;
  readonly failed: Sentence;
}

const TYPES: Readonly<Record<string, Words>> = {
  'hosting.create': {
    now: (name) => t`Creating ${name}`,
    done: (name) => t`Created ${name}`,
    failed: (name) => t`Could not create ${name}`,
  },
  'hosting.adopt': {
    now: (name) => t`Taking over ${name}`,
    done: (name) => t`Taken over ${name}`,
    failed: (name) => t`Could not take over ${name}`,
  },
  'hosting.start': {
    now: (name) => t`Starting ${name}`,
    done: (name) => t`Started ${name}`,
    failed: (name) => t`Could not start ${name}`,
  },
  'hosting.stop': {
    now: (name) => t`Stopping ${name}`,
    done: (name) => t`Stopped ${name}`,
    failed: (name) => t`Could not stop ${name}`,
  },
  'hosting.restart': {
    now: (name) => t`Restarting ${name}`,
    done: (name) => t`Restarted ${name}`,
    failed: (name) => t`Could not restart ${name}`,
  },
  'hosting.access': {
    now: (name) => t`Changing the SSH keys of ${name}`,
    done: (name) => t`Changed the SSH keys of ${name}`,
    failed: (name) => t`Could not change the SSH keys of ${name}`,
  },
  'hosting.password': {
    now: (name) => t`Resetting the root password of ${name}`,
    done: (name) => t`Reset the root password of ${name}`,
    failed: (name) => t`Could not reset the root password of ${name}`,
  },
  'hosting.reverse': {
    now: (name) => t`Changing a reverse name of ${name}`,
    done: (name) => t`Changed a reverse name of ${name}`,
    failed: (name) => t`Could not change a reverse name of ${name}`,
  },
  'hosting.add-address': {
    now: (name) => t`Adding an address to ${name}`,
    done: (name) => t`Added an address to ${name}`,
    failed: (name) => t`Could not add an address to ${name}`,
  },
  'hosting.remove-address': {
    now: (name) => t`Removing an address from ${name}`,
    done: (name) => t`Removed an address from ${name}`,
    failed: (name) => t`Could not remove an address from ${name}`,
  },
  'hosting.rebuild': {
    now: (name) => t`Rebuilding ${name}`,
    done: (name) => t`Rebuilt ${name}`,
    failed: (name) => t`Could not rebuild ${name}`,
  },
  'hosting.rescue': {
    now: (name) => t`Changing the rescue mode of ${name}`,
    done: (name) => t`Changed the rescue mode of ${name}`,
    failed: (name) => t`Could not change the rescue mode of ${name}`,
  },
  'hosting.suspend': {
    now: (name) => t`Suspending ${name}`,
    done: (name) => t`Suspended ${name}`,
    failed: (name) => t`Could not suspend ${name}`,
  },
  'hosting.throttle': {
    now: (name) => t`Changing the network limit of ${name}`,
    done: (name) => t`Changed the network limit of ${name}`,
    failed: (name) => t`Could not change the network limit of ${name}`,
  },
  'hosting.unsuspend': {
    now: (name) => t`Resuming ${name}`,
    done: (name) => t`Resumed ${name}`,
    failed: (name) => t`Could not resume ${name}`,
  },
  'hosting.terminate': {
    now: (name) => t`Terminating ${name}`,
    done: (name) => t`Terminated ${name}`,
    failed: (name) => t`Could not terminate ${name}`,
  },
  'hosting.isolate': {
    now: (name) => t`Isolating ${name}`,
    done: (name) => t`Isolated ${name}`,
    failed: (name) => t`Could not isolate ${name}`,
  },
  'hosting.release': {
    now: (name) => t`Releasing ${name}`,
    done: (name) => t`Released ${name}`,
    failed: (name) => t`Could not release ${name}`,
  },
  'firewall.apply': {
    now: (name) => t`Applying ${name}`,
    done: (name) => t`Applied ${name}`,
    failed: (name) => t`Could not apply ${name}`,
  },
  'snapshot.create': {
    now: (name) => t`Creating ${name}`,
    done: (name) => t`Created ${name}`,
    failed: (name) => t`Could not create ${name}`,
  },
  'snapshot.restore': {
    now: (name) => t`Restoring ${name}`,
    done: (name) => t`Restored ${name}`,
    failed: (name) => t`Could not restore ${name}`,
  },
  'snapshot.remove': {
    now: (name) => t`Deleting ${name}`,
    done: (name) => t`Deleted ${name}`,
    failed: (name) => t`Could not delete ${name}`,
  },
  'domain.create': {
    now: (name) => t`Adding ${name}`,
    done: (name) => t`Added ${name}`,
    failed: (name) => t`Could not add ${name}`,
  },
  'domain.update': {
    now: (name) => t`Updating the records of ${name}`,
    done: (name) => t`Updated the records of ${name}`,
    failed: (name) => t`Could not update the records of ${name}`,
  },
  'domain.remove': {
    now: (name) => t`Removing ${name}`,
    done: (name) => t`Removed ${name}`,
    failed: (name) => t`Could not remove ${name}`,
  },
  'database.create': {
    now: (name) => t`Creating ${name}`,
    done: (name) => t`Created ${name}`,
    failed: (name) => t`Could not create ${name}`,
  },
  'database.remove': {
    now: (name) => t`Deleting ${name}`,
    done: (name) => t`Deleted ${name}`,
    failed: (name) => t`Could not delete ${name}`,
  },
  'database.reset-password': {
    now: (name) => t`Resetting the password of ${name}`,
    done: (name) => t`Reset the password of ${name}`,
    failed: (name) => t`Could not reset the password of ${name}`,
  },
  'backup.create': {
    now: (name) => t`Backing up ${name}`,
    done: (name) => t`Backed up ${name}`,
    failed: (name) => t`Could not back up ${name}`,
  },
  'application.install': {
    now: (name) => t`Installing ${name}`,
    done: (name) => t`Installed ${name}`,
    failed: (name) => t`Could not install ${name}`,
  },
  'application.certify': {
    now: (name) => t`Getting a certificate for ${name}`,
    done: (name) => t`Installed the certificate of ${name}`,
    failed: (name) => t`Could not get a certificate for ${name}`,
  },
  'application.remove': {
    now: (name) => t`Removing ${name}`,
    done: (name) => t`Removed ${name}`,
    failed: (name) => t`Could not remove ${name}`,
  },
  'backup.restore': {
    now: (name) => t`Restoring ${name}`,
    done: (name) => t`Restored ${name}`,
    failed: (name) => t`Could not restore ${name}`,
  },
  'backup.verify': {
    now: (name) => t`Testing the restore of ${name}`,
    done: (name) => t`Tested the restore of ${name}`,
    failed: (name) => t`Could not test the restore of ${name}`,
  },
  'backup.remove': {
    now: (name) => t`Deleting ${name}`,
    done: (name) => t`Deleted ${name}`,
    failed: (name) => t`Could not delete ${name}`,
  },
};

/** Returns a sentence about an action and the record of this name: `Restarting web1`. */
export function describeAction({ type, status }: Action, name: string): string {
  const words = TYPES[type];
  if (!words) return `${type} ${name}`;
  const say = status === 'succeeded' ? words.done : status === 'failed' ? words.failed : words.now;
  return say(name);
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
    subject: describeAction(action, name),
    message: [
      action.error?.message,
      t`Action ${action.id} (${action.type}), ${action.finished_at ?? action.created_at}.`,
      requestId && t`Request ${requestId}.`,
    ]
      .filter(Boolean)
      .join('\n'),
  }),
};
