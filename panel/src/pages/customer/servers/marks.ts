import type { Action, Backup } from '@hostler/sdk';
import type { Mark } from '../../../parts/chart/chart-data.ts';
import { texts } from '../../../resources/servers/texts.ts';

const STOPS = ['hosting.stop', 'hosting.suspend', 'hosting.terminate'];
const STARTS = ['hosting.start', 'hosting.unsuspend'];

const seconds = (time: string) => Date.parse(time) / 1000;

/** Returns the chart marks of a server: restarts, downtimes and backups. */
export function findServerMarks(actions: readonly Action[], backups: readonly Backup[], now: number): Mark[] {
  return [
    ...findRestarts(actions),
    ...findDowntimes(actions, now),
    ...backups
      .filter(({ completed_at, status }) => completed_at !== null && status !== 'failed')
      .map(({ created_at, name }): Mark => ({ kind: 'backup', at: seconds(created_at), label: texts.backup(name) })),
  ];
}

function findRestarts(actions: readonly Action[]): Mark[] {
  return actions
    .filter(({ type, status }) => type === 'hosting.restart' && status === 'succeeded')
    .map(({ started_at, created_at }) => ({
      kind: 'restart',
      at: seconds(started_at ?? created_at),
      label: texts.restarted,
    }));
}

/** Returns downtimes from the end of a stop to the end of the next start, or until now. */
function findDowntimes(actions: readonly Action[], now: number): Mark[] {
  const ends = actions
    .flatMap(({ type, status, finished_at }) =>
      status === 'succeeded' && finished_at ? [{ type, at: seconds(finished_at) }] : [],
    )
    .sort((a, b) => a.at - b.at);
  const marks: Mark[] = [];
  let stoppedAt: number | null = null;
  for (const { type, at } of ends) {
    if (STOPS.includes(type)) stoppedAt ??= at;
    if (stoppedAt === null || !STARTS.includes(type)) continue;
    marks.push({ kind: 'down', at: stoppedAt, until: at, label: texts.stopped });
    stoppedAt = null;
  }
  if (stoppedAt !== null) marks.push({ kind: 'down', at: stoppedAt, until: now, label: texts.stopped });
  return marks;
}
