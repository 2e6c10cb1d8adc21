import { t } from '@lingui/core/macro';
import type { MarkKind } from './chart-data.ts';

export const texts = {
  hint: t`Drag to zoom, shift-drag to pan, double-click to reset`,
  marks: { restart: t`Restart`, backup: t`Backup`, down: t`Stopped`, alert: t`Alert` } satisfies Record<
    MarkKind,
    string
  >,
  threshold: t`Alert threshold`,
  time: t`Time`,
  noReading: t`no data`,
  copyNumbers: t`Copy as CSV`,
  copied: t`Copied`,
  rowsOf: (shown: number, all: number) => t`The newest ${shown} of ${all} rows. The copy contains all rows.`,
};
