import { EngineError } from '../engine.ts';

/** Eight digits: the most that card networks accept at once. */
const MOST_MINOR_UNITS = 99_999_999;
const LONGEST_KEY = 200;

/** Checks rules of every provider before one is called. */
export function checkAmount({ key, amount, currency }: { key: string; amount: number; currency: string }): void {
  checkKey(key);
  if (!Number.isInteger(amount) || amount < 1 || amount > MOST_MINOR_UNITS) {
    throw new EngineError('refused', `The amount must be a whole number from 1 to ${MOST_MINOR_UNITS} in minor units.`);
  }
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new EngineError('refused', 'A currency is three capital letters, like EUR.');
  }
}

export function checkKey(key: string): void {
  if (key.length < 1 || key.length > LONGEST_KEY) {
    throw new EngineError('refused', `The key of a payment has 1 to ${LONGEST_KEY} characters.`);
  }
}

export function refuseKeyUsedOtherwise(): never {
  throw new EngineError('conflict', 'This key was used for another payment already.');
}
