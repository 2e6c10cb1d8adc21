import type { Action } from '@hostler/sdk';

/** Wording of one action type while it runs, after it succeeded and after it failed. */
interface Words {
  readonly now: string;
  readonly done: string;
  readonly failed: string;
}

const TYPES: Readonly<Record<string, Words>> = {
  'hosting.create': { now: 'Creating', done: 'Created', failed: 'Could not create' },
  'hosting.adopt': { now: 'Taking over', done: 'Taken over', failed: 'Could not take over' },
  'hosting.start': { now: 'Starting', done: 'Started', failed: 'Could not start' },
  'hosting.stop': { now: 'Stopping', done: 'Stopped', failed: 'Could not stop' },
  'hosting.restart': { now: 'Restarting', done: 'Restarted', failed: 'Could not restart' },
  'hosting.access': {
    now: 'Changing the SSH keys of',
    done: 'Changed the SSH keys of',
    failed: 'Could not change the SSH keys of',
  },
  'hosting.password': {
    now: 'Resetting the root password of',
    done: 'Reset the root password of',
    failed: 'Could not reset the root password of',
  },
  'hosting.reverse': {
    now: 'Changing a reverse name of',
    done: 'Changed a reverse name of',
    failed: 'Could not change a reverse name of',
  },
  'hosting.add-address': {
    now: 'Adding an address to',
    done: 'Added an address to',
    failed: 'Could not add an address to',
  },
  'hosting.remove-address': {
    now: 'Removing an address from',
    done: 'Removed an address from',
    failed: 'Could not remove an address from',
  },
  'hosting.rebuild': { now: 'Rebuilding', done: 'Rebuilt', failed: 'Could not rebuild' },
  'hosting.rescue': {
    now: 'Changing the rescue mode of',
    done: 'Changed the rescue mode of',
    failed: 'Could not change the rescue mode of',
  },
  'hosting.suspend': { now: 'Suspending', done: 'Suspended', failed: 'Could not suspend' },
  'hosting.throttle': {
    now: 'Changing the network limit',
    done: 'Changed the network limit',
    failed: 'Could not change the network limit',
  },
  'hosting.unsuspend': { now: 'Resuming', done: 'Resumed', failed: 'Could not resume' },
  'hosting.terminate': { now: 'Terminating', done: 'Terminated', failed: 'Could not terminate' },
  'hosting.isolate': { now: 'Isolating', done: 'Isolated', failed: 'Could not isolate' },
  'hosting.release': { now: 'Releasing', done: 'Released', failed: 'Could not release' },
  'firewall.apply': { now: 'Applying', done: 'Applied', failed: 'Could not apply' },
  'snapshot.create': {
    now: 'Creating snapshot',
    done: 'Created snapshot',
    failed: 'Could not create snapshot',
  },
  'snapshot.restore': {
    now: 'Restoring snapshot',
    done: 'Restored snapshot',
    failed: 'Could not restore snapshot',
  },
  'snapshot.remove': {
    now: 'Deleting snapshot',
    done: 'Deleted snapshot',
    failed: 'Could not delete snapshot',
  },
  'domain.create': { now: 'Adding', done: 'Added', failed: 'Could not add' },
  'domain.update': {
    now: 'Updating the records of',
    done: 'Updated the records of',
    failed: 'Could not update the records of',
  },
  'domain.remove': { now: 'Removing', done: 'Removed', failed: 'Could not remove' },
  'database.create': { now: 'Creating', done: 'Created', failed: 'Could not create' },
  'database.remove': { now: 'Deleting', done: 'Deleted', failed: 'Could not delete' },
  'database.reset-password': {
    now: 'Resetting the password of',
    done: 'Reset the password of',
    failed: 'Could not reset the password of',
  },
  'backup.create': { now: 'Backing up', done: 'Backed up', failed: 'Could not back up' },
  'application.install': { now: 'Installing', done: 'Installed', failed: 'Could not install' },
  'application.remove': { now: 'Removing', done: 'Removed', failed: 'Could not remove' },
  'backup.restore': { now: 'Restoring', done: 'Restored', failed: 'Could not restore' },
  'backup.verify': { now: 'Verifying', done: 'Verified', failed: 'Could not verify' },
  'backup.remove': { now: 'Deleting', done: 'Deleted', failed: 'Could not delete' },
};

export function describeAction({ type, status }: Action): string {
  const words = TYPES[type];
  if (!words) return type;
  return status === 'succeeded' ? words.done : status === 'failed' ? words.failed : words.now;
}

export const texts = {
  title: 'Actions',
  none: 'No actions in progress. Restarts, backups and other long-running work are listed here.',
  open: (running: number) => (running === 0 ? 'Actions' : `Actions, ${running} in progress`),
  queued: 'Waiting',
  view: 'View',
  writeToSupport: 'Write to support',
  request: 'Request',
  /** Prefills the support ticket with the facts of the failed action. */
  facts: (action: Action, name: string, requestId: string | null) => ({
    subject: `${describeAction(action)} ${name}`,
    message: [
      action.error?.message,
      `Action ${action.id} (${action.type}), ${action.finished_at ?? action.created_at}.`,
      requestId && `Request ${requestId}.`,
    ]
      .filter(Boolean)
      .join('\n'),
  }),
};
