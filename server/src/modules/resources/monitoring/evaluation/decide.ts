import { MINUTE } from '#kernel/time.ts';
import type { Power } from '../../hosting/index.ts';
import type { RuleState } from '../rules/schemas.ts';

/** State of a rule before and after a decision. */
export interface Progress {
  readonly state: RuleState;
  /** Since when the condition for a change has lasted without a break. */
  readonly since: number | null;
}

/** Relation of a server to a rule between two readings. `between`: neither reached nor 10 % below. */
export interface Measure {
  readonly from: number;
  readonly at: number;
  readonly level: 'reached' | 'between' | 'below';
}

export interface Decision extends Progress {
  readonly turn?: 'fire' | 'resolve';
}

/** Fires if the threshold was reached for all minutes of the rule. Resolves if the value was 10 % below for as long. */
export function decide({ state, since, minutes }: Progress & { minutes: number }, measure: Measure): Decision {
  const firing = state === 'firing';
  const stays = firing ? 'firing' : 'ok';
  if (measure.level !== (firing ? 'below' : 'reached')) return { state: stays, since: null };
  // A start in the future was recorded before the clock was set back.
  const began = since !== null && since <= measure.from ? since : measure.from;
  if (measure.at - began < minutes * MINUTE) return { state: stays, since: began };
  return firing ? { state: 'ok', since: null, turn: 'resolve' } : { state: 'firing', since: null, turn: 'fire' };
}

/** Without a reading the rule neither fires nor resolves. It starts over after too long a gap. */
export function wait({ state, since }: Progress, { silent, broken }: { silent: boolean; broken: boolean }): Progress {
  return { state: silent && state !== 'firing' ? 'unknown' : state, since: silent || broken ? null : since };
}

/** A server that is off on purpose raises no alerts. A firing alert resolves as usual. */
export function rest(decision: Decision, power: Power): Decision {
  return power === 'off' && decision.state === 'ok' ? { ...decision, state: 'unknown', since: null } : decision;
}
