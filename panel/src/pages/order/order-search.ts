import { type Period, readPeriod } from './period.ts';

export type OrderStep = 'server' | 'payment';

/** What of an order is in its address. */
export interface OrderSearch {
  readonly period?: Period;
  /** The first one, the plan, when absent. */
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
