import type { Action } from '@hostler/sdk';

/** What is done while it is done, when it is done, and when it could not be. */
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
  'hosting.access': { now: 'Changing the SSH keys of', done: 'SSH keys changed of', failed: 'SSH keys not changed of' },
  'hosting.suspend': { now: 'Suspending', done: 'Suspended', failed: 'Could not suspend' },
  'hosting.unsuspend': { now: 'Lifting the suspension of', done: 'Suspension lifted of', failed: 'Still suspended:' },
  'hosting.terminate': { now: 'Terminating', done: 'Terminated', failed: 'Could not terminate' },
  'domain.create': { now: 'Adding', done: 'Added', failed: 'Could not add' },
  'domain.update': { now: 'Updating the records of', done: 'Records updated of', failed: 'Records not updated of' },
  'domain.remove': { now: 'Removing', done: 'Removed', failed: 'Could not remove' },
  'database.create': { now: 'Creating', done: 'Created', failed: 'Could not create' },
  'database.remove': { now: 'Deleting', done: 'Deleted', failed: 'Could not delete' },
  'database.reset-password': {
    now: 'Changing the password of',
    done: 'Password changed of',
    failed: 'Password not changed of',
  },
  'backup.create': { now: 'Backing up', done: 'Backed up', failed: 'Could not back up' },
  'application.install': { now: 'Installing', done: 'Installed', failed: 'Could not install' },
  'application.remove': { now: 'Removing', done: 'Removed', failed: 'Could not remove' },
  'backup.restore': { now: 'Restoring', done: 'Restored', failed: 'Could not restore' },
  'backup.remove': { now: 'Deleting', done: 'Deleted', failed: 'Could not delete' },
};

export function describeAction({ type, status }: Action): string {
  const words = TYPES[type];
  if (!words) return type;
  return status === 'succeeded' ? words.done : status === 'failed' ? words.failed : words.now;
}

export const texts = {
  title: 'Actions',
  none: 'Nothing is under way. Restarts, backups and other work that takes time is listed here.',
  open: (running: number) => (running === 0 ? 'Actions' : `Actions, ${running} under way`),
  queued: 'Waiting',
  view: 'View',
  writeToSupport: 'Write to support',
  request: 'Request',
  /** What support needs to know, so that nobody has to type it. */
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
