import type { MarkKind } from './chart-data.ts';

export const texts = {
  hint: 'Drag to zoom, shift-drag to pan, double-click to reset',
  marks: { restart: 'Restart', backup: 'Backup', down: 'Stopped', alert: 'Alert' } satisfies Record<MarkKind, string>,
  threshold: 'Alert threshold',
  time: 'Time',
  noReading: 'no data',
  copyNumbers: 'Copy as CSV',
  copied: 'Copied',
  rowsOf: (shown: number, all: number) => `The newest ${shown} of ${all} rows. The copy contains all rows.`,
};
