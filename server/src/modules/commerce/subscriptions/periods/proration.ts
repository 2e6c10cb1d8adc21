import { SECOND } from '../../../../kernel/time.ts';
import { roundHalfAway } from '../../rounding.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** How much of a period is left, in whole seconds: a second that began has been used. */
export function secondsLeft({ start, end }: Span, at: number): { left: number; whole: number } {
  const whole = Math.floor((end - start) / SECOND);
  const left = Math.floor((end - Math.max(at, start)) / SECOND);
  return { left: Math.min(Math.max(left, 0), whole), whole };
}

/** The part of a price that is for the rest of its period. */
export function prorate(price: number, span: Span, at: number): number {
  const { left, whole } = secondsLeft(span, at);
  return whole === 0 ? 0 : roundHalfAway(BigInt(price) * BigInt(left), BigInt(whole));
}
