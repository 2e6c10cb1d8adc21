import { MINUTE } from '#kernel/time.ts';
import type { RecentCalls } from './engine.ts';
import type { CallResult } from './metrics.ts';

interface Slot {
  minute: number;
  calls: number;
  errors: number;
  ms: number;
}

const MINUTES = 60;
const FAULTS: ReadonlySet<CallResult> = new Set(['unreachable', 'failed']);
const byEngine = new Map<string, Slot[]>();

export function countCall(engine: string, result: CallResult, ms: number, now = performance.now()): void {
  const minute = Math.floor(now / MINUTE);
  const slots = byEngine.get(engine) ?? [];
  byEngine.set(engine, slots);
  let last = slots.at(-1);
  if (last?.minute !== minute) {
    last = { minute, calls: 0, errors: 0, ms: 0 };
    slots.push(last);
    while ((slots[0]?.minute ?? minute) <= minute - MINUTES) slots.shift();
  }
  last.calls++;
  last.ms += ms;
  if (FAULTS.has(result)) last.errors++;
}

export function readRecentCalls(engine: string, now = performance.now()): RecentCalls {
  const first = Math.floor(now / MINUTE) - MINUTES;
  const slots = (byEngine.get(engine) ?? []).filter(({ minute }) => minute > first);
  const sum = (pick: (slot: Slot) => number) => slots.reduce((total, slot) => total + pick(slot), 0);
  const calls = sum((slot) => slot.calls);
  const mean_ms = calls === 0 ? null : Math.round(sum((slot) => slot.ms) / calls);
  return { calls, errors: sum((slot) => slot.errors), mean_ms };
}
