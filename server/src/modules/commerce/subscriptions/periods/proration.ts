import { SECOND } from '#kernel/time.ts';
import { roundHalfAway } from '../../rounding.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the rest of a period in whole seconds. A started second counts as used. */
export function secondsLeft({ start, end }: Span, at: number): { left: number; whole: number } {
  const whole = Math.floor((end - start) / SECOND);
  const left = Math.floor((end - Math.max(at, start)) / SECOND);
  return { left: Math.min(Math.max(left, 0), whole), whole };
}

/** Returns the part of a price for the rest of its period. */
export function prorate(price: number, span: Span, at: number): number {
  const { left, whole } = secondsLeft(span, at);
  return whole === 0 ? 0 : roundHalfAway(BigInt(price) * BigInt(left), BigInt(whole));
}
