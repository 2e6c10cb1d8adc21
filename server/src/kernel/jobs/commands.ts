import type { Database } from '@hostler/database';
import { type Command, command } from '../command.ts';
import { DateTime, Nullable, Resource } from '../schema.ts';
import { MACHINES } from '../staff-roles.ts';
import { type Clock, formatTime } from '../time.ts';
import { type Static, Type } from '../type.ts';
import { readQueue } from './metrics.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [3] });

const QueuedJobs = Resource('QueuedJobs', 'Jobs of one kind in the queue.', {
  lane: Type.String({ description: 'Lane of the worker.', examples: ['vps'] }),
  kind: Type.String({ description: 'Kind of the jobs.', examples: ['hosting.create'] }),
  running: Count('Jobs that a worker runs now.'),
  waiting: Count('Jobs that are due and wait for a worker.'),
  later: Count('Jobs that wait for their next attempt, or behind another job of the same record.'),
  oldest_due_at: Nullable(DateTime('Time at which the oldest waiting job became due; null if none waits.')),
});
type QueuedJobs = Static<typeof QueuedJobs>;

export function queueCommands({ db, clock }: { db: Database; clock: Clock }): Command[] {
  return [
    command({
      name: 'queue',
      route: { roles: MACHINES, path: '/jobs', reads: true, list: true, data: QueuedJobs },
      summary: 'Show the job queue by lane and kind: running and waiting jobs. The oldest 10,000 are counted.',
      options: {},
      async run() {
        const rows = await db.read(readQueue(clock.now()));
        const byKind = new Map<string, QueuedJobs>();
        for (const { lane, kind, state, count, first } of rows) {
          const none = { lane, kind, running: 0, waiting: 0, later: 0, oldest_due_at: null };
          const found = byKind.get(`${lane} ${kind}`) ?? none;
          byKind.set(`${lane} ${kind}`, found);
          if (state === 'running') found.running += count;
          else if (state === 'due') {
            found.waiting += count;
            found.oldest_due_at = first === null ? null : formatTime(first);
          } else found.later += count;
        }
        return [...byKind.values()].sort((a, b) => b.waiting - a.waiting || b.running - a.running);
      },
    }),
  ];
}
