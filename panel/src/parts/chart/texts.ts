import type { MarkKind } from './chart-data.ts';

export const texts = {
  hint: 'Drag to zoom, shift-drag to move, double click to go back',
  marks: { restart: 'Restart', backup: 'Backup', down: 'Stopped', alert: 'Alert' } satisfies Record<MarkKind, string>,
  threshold: 'Threshold of a rule',
  time: 'Time',
  noReading: 'no reading',
  copyNumbers: 'Copy as CSV',
  copied: 'Copied',
  rowsOf: (shown: number, all: number) => `The newest ${shown} of ${all} rows; the copy has them all.`,
};
