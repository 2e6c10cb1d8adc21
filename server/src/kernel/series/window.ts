import { fieldErrors } from '../errors.ts';
import { badParameter } from '../http/parameters.ts';
import { DAY, HOUR, parseTime, SECOND } from '../time.ts';
import type { WindowQuery } from './schemas.ts';

/** All values are milliseconds. */
export interface Window {
  start: number;
  end: number;
  step: number;
}

const MAX_POINTS = 1_500;
/** Points of a chart if the request has no step. */
const USUAL_POINTS = 300;
const USUAL_STEPS = [60, 300, 900, 3_600, 7_200, 21_600, 86_400].map((seconds) => seconds * SECOND);

/** Parses the requested window. A step that is too fine is raised, as a too large `per_page` is lowered. */
export function readWindow({ start, end, step }: WindowQuery, now: number, sampleEvery: number): Window {
  const to = wholeSeconds(readTime('end', end) ?? now);
  const from = wholeSeconds(readTime('start', start) ?? to - HOUR);
  if (from >= to) throw badParameter(fieldErrors.start_not_before_end('start'));
  const asked = step === undefined ? usualStep(to - from) : step * SECOND;
  const least = wholeSeconds(Math.ceil((to - from) / MAX_POINTS) + SECOND - 1);
  return { start: from, end: to, step: Math.max(asked, sampleEvery, least) };
}

/** Returns whether so many readings may be in the window that the request is charged like a search. */
export function isLong({ start, end }: Window): boolean {
  return end - start > DAY;
}

function usualStep(range: number): number {
  return USUAL_STEPS.find((step) => range / step <= USUAL_POINTS) ?? 0;
}

function readTime(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = parseTime(text);
  if (time === undefined) throw badParameter(fieldErrors.not_date_time_or_epoch(name));
  return time;
}

function wholeSeconds(ms: number): number {
  return Math.floor(ms / SECOND) * SECOND;
}
