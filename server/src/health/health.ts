import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineHealth, RecentCalls } from '#engines/engine.ts';
import { SECOND } from '#kernel/time.ts';

/**
 * Time limits for checks. Probes are frequent and need a quick answer. A person needs a correct one: on an overloaded
 * machine everything is slow, but not down.
 */
export const PATIENCE_MS = { probe: 3 * SECOND, person: 15 * SECOND };

export interface CheckedEngine {
  readonly name: string;
  /** Returns its calls of the last hour, if they are counted. */
  recent?(): RecentCalls;
  /** Receives the time limit: a later result is ignored. */
  check(patienceMs: number): Promise<EngineHealth>;
}

/** Health of one part of the installation; `attention`: it works, but the operator should act. */
export interface PartHealth {
  readonly part: string;
  readonly state: 'ok' | 'attention' | 'not reached';
  readonly version: string | null;
  readonly detail: string | null;
  readonly advice: string | null;
  /** Missing isolation features. The part works without them. */
  readonly gaps?: readonly string[];
  /** Duration of the check in milliseconds; null if nothing was called. */
  readonly latency_ms: number | null;
  /** Calls of the last hour in the process that answers; null if they are not counted. */
  readonly calls_last_hour: number | null;
  readonly errors_last_hour: number | null;
  readonly mean_ms_last_hour: number | null;
}

export async function checkEngine({ name, check, recent }: CheckedEngine, patienceMs: number): Promise<PartHealth> {
  const began = performance.now();
  const { reachable, version, detail, advice, gaps = [] } = await Promise.race([check(patienceMs), giveUp(patienceMs)]);
  const state = reachable ? (advice === null ? 'ok' : 'attention') : 'not reached';
  const latency_ms = Math.round(performance.now() - began);
  const found = { part: name, state, version, detail, advice, latency_ms, ...describeCalls(recent?.()) } as const;
  return { ...found, ...(gaps.length > 0 ? { gaps } : {}) };
}

/** Returns the fields about the calls of the last hour. */
export function describeCalls(recent?: RecentCalls) {
  return {
    calls_last_hour: recent?.calls ?? null,
    errors_last_hour: recent?.errors ?? null,
    mean_ms_last_hour: recent?.mean_ms ?? null,
  };
}

async function giveUp(patienceMs: number): Promise<EngineHealth> {
  await sleep(patienceMs, undefined, { ref: false });
  const detail = `It has not answered within ${patienceMs / SECOND} seconds.`;
  return {
    reachable: false,
    version: null,
    detail,
    advice: 'Check its load and the network connection to it.',
  };
}

const VERDICTS: Record<PartHealth['state'], string> = {
  ok: 'Ok.',
  attention: 'Works, but needs you.',
  'not reached': 'Not reached.',
};

/** Formats parts for people, a paragraph each. */
export function describeParts(parts: readonly PartHealth[]): string {
  const width = Math.max(...parts.map(({ part }) => part.length));
  return parts
    .map(({ part, state, version, detail, advice, gaps = [] }) => {
      const found = [version, detail].filter((text) => text !== null).map(endSentence);
      const told = `${part.padEnd(width)}  ${[VERDICTS[state], ...found].join(' ')}`;
      const below = [...(advice === null ? [] : [`→ ${advice}`]), ...gaps.map((gap) => `! ${gap}`)];
      return [told, ...below.map((line) => `${' '.repeat(width)}  ${endSentence(line)}`)].join('\n');
    })
    .join('\n');
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
