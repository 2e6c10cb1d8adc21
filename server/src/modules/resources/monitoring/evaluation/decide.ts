import { MINUTE } from '../../../../kernel/time.ts';
import type { Power } from '../../hosting/index.ts';
import type { RuleState } from '../rules/schemas.ts';

/** What decides on a rule, and what is decided. */
export interface Standing {
  readonly state: RuleState;
  /** Since when what would change the state has gone on without a break. */
  readonly since: number | null;
}

/** How a server stood against a rule from one reading to the next. `between`: neither reached nor 10 % below. */
export interface Measure {
  readonly from: number;
  readonly at: number;
  readonly level: 'reached' | 'between' | 'below';
}

export interface Decision extends Standing {
  readonly turn?: 'fire' | 'resolve';
}

/** It fires when the threshold was reached for all its minutes, and resolves when it was 10 % below as long. */
export function decide({ state, since, minutes }: Standing & { minutes: number }, measure: Measure): Decision {
  const firing = state === 'firing';
  const stays = firing ? 'firing' : 'ok';
  if (measure.level !== (firing ? 'below' : 'reached')) return { state: stays, since: null };
  // A beginning that lies ahead was noted by a clock that has been put back since.
  const began = since !== null && since <= measure.from ? since : measure.from;
  if (measure.at - began < minutes * MINUTE) return { state: stays, since: began };
  return firing ? { state: 'ok', since: null, turn: 'resolve' } : { state: 'firing', since: null, turn: 'fire' };
}

/** Nothing was measured: it neither fires nor resolves by that, and begins anew where nobody looked for too long. */
export function wait({ state, since }: Standing, { silent, broken }: { silent: boolean; broken: boolean }): Standing {
  return { state: silent && state !== 'firing' ? 'unknown' : state, since: silent || broken ? null : since };
}

/** Of a server that is off on purpose nothing is watched, and nothing is said; what fires resolves as ever. */
export function rest(decision: Decision, power: Power): Decision {
  return power === 'off' && decision.state === 'ok' ? { ...decision, state: 'unknown', since: null } : decision;
}
