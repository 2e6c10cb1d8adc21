import type { ErrorDetail } from '#kernel/errors.ts';
import { isState } from '#kernel/states.ts';
import { exampleState, hasStates, STATE_COUNTRIES } from '../../../../../packages/addresses/src/address.ts';
import { fieldErrors } from './errors.ts';

/** The part of an address that decides about its state. */
interface Place {
  readonly country: string | null;
  readonly state: string | null;
}

/** Returns the state after a change. One that was not given belongs to the old country, and does not move with it. */
export function stateAfter(before: Place, given: Partial<Place>): string | null {
  if (given.state !== undefined) return given.state;
  const { country = before.country } = given;
  return country === before.country && isValid(before) ? before.state : null;
}

export function checkState({ country, state }: Place): ErrorDetail[] {
  if (isValid({ country, state })) return [];
  if (hasStates(country)) return [fieldErrors.state_unknown('state', { country, example: exampleState(country) })];
  return [fieldErrors.state_not_used('state', { countries: STATE_COUNTRIES.join(', ') })];
}

/** Requires a state for a country that has them. */
export function requireState({ country, state }: Place): ErrorDetail[] {
  if (state !== null || !hasStates(country)) return [];
  return [fieldErrors.state_required('state', { country, example: exampleState(country) })];
}

function isValid({ country, state }: Place): boolean {
  return state === null || isState(country, state);
}
