import { t } from '@lingui/core/macro';
import type { Tone } from '#parts/status.tsx';
import type { EnginePart } from './queries.ts';

export const STATES: Record<EnginePart['state'], { readonly label: string; readonly tone: Tone }> = {
  ok: { label: 'OK', tone: 'good' },
  attention: { label: t`Needs attention`, tone: 'wait' },
  'not reached': { label: t`Not reached`, tone: 'bad' },
};

export const texts = {
  title: t`Engines`,
  description: t`Health of the database, each engine, backup storage, mail and billing.`,
  check: t`Check again`,
  part: t`Part`,
  state: t`State`,
  version: t`Version`,
  latency: t`Latency`,
  lastHour: t`Last hour`,
  ms: (value: number) => `${value} ms`,
  calls: (calls: number, errors: number) => t`${calls} calls, ${errors} errors`,
  detail: t`Detail`,
  fix: t`Fix`,
  gap: t`Missing isolation`,
  mean: t`Mean duration of calls`,
  empty: t`Nothing was checked.`,
};
