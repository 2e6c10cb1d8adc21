import type { Tone } from '#parts/status.tsx';
import type { EnginePart } from './queries.ts';

export const STATES: Record<EnginePart['state'], { readonly label: string; readonly tone: Tone }> = {
  ok: { label: 'OK', tone: 'good' },
  attention: { label: 'Needs attention', tone: 'wait' },
  'not reached': { label: 'Not reached', tone: 'bad' },
};

export const texts = {
  title: 'Engines',
  description: 'Health of the database, each engine, backup storage, mail and billing.',
  check: 'Check again',
  part: 'Part',
  state: 'State',
  version: 'Version',
  latency: 'Latency',
  lastHour: 'Last hour',
  ms: (value: number) => `${value} ms`,
  calls: (calls: number, errors: number) => `${calls} calls, ${errors} errors`,
  detail: 'Detail',
  fix: 'Fix',
  gap: 'Missing isolation',
  mean: 'Mean duration of calls',
  empty: 'Nothing was checked.',
};
