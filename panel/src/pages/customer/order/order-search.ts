import { type Period, readPeriod } from '../../../resources/plans/period.ts';

export type OrderStep = 'server' | 'payment';

/** State of an order in its address. */
export interface OrderSearch {
  readonly period?: Period;
  /** If absent, the first step (plan). */
  readonly step?: OrderStep;
}

const STEPS: readonly unknown[] = ['server', 'payment'] satisfies OrderStep[];

export function readOrderSearch({ step, ...given }: Record<string, unknown>): OrderSearch {
  const period = readPeriod(given.period);
  return {
    ...(period && { period }),
    ...(STEPS.includes(step) ? { step: step as OrderStep } : {}),
  };
}
