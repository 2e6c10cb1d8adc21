import { MINUTE } from '#kernel/time.ts';
import type { EngineCall, RecentCalls } from './engine.ts';
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

let relay: ((call: EngineCall) => void) | undefined;

export function countCall(engine: string, result: CallResult, ms: number, now?: number): void {
  const call = { engine, isFault: FAULTS.has(result), ms };
  relay?.(call);
  addCall(call, now);
}

/** The calls of the work beside a server are counted in the server, where staff see them. */
export const callRelay = {
  send(to: (call: EngineCall) => void): void {
    relay = to;
  },
  receive: (call: EngineCall): void => addCall(call),
};

function addCall({ engine, isFault, ms }: EngineCall, now = performance.now()): void {
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
  if (isFault) last.errors++;
}

export function readRecentCalls(engine: string, now = performance.now()): RecentCalls {
  const first = Math.floor(now / MINUTE) - MINUTES;
  const slots = (byEngine.get(engine) ?? []).filter(({ minute }) => minute > first);
  const sum = (pick: (slot: Slot) => number) => slots.reduce((total, slot) => total + pick(slot), 0);
  const calls = sum((slot) => slot.calls);
  const mean_ms = calls === 0 ? null : Math.round(sum((slot) => slot.ms) / calls);
  return { calls, errors: sum((slot) => slot.errors), mean_ms };
}
