import { createRequire } from 'node:module';
import { hasStates } from '../../../packages/addresses/src/address.ts';

const require = createRequire(import.meta.url);

let known: ReadonlySet<string> | undefined;

/** Returns whether `CA` is the ISO 3166-2 code `US-CA` of a country that has states. */
export function isState(country: string | null, state: string): boolean {
  return hasStates(country) && knownStates().has(`${country}-${state}`);
}

/** Loaded on first use: the list of the world is large, and a start does not need it. */
function knownStates(): ReadonlySet<string> {
  if (known) return known;
  const { iso31662 }: typeof import('iso-3166/2.js') = require('iso-3166/2.js');
  known = new Set(iso31662.filter(({ parent }) => hasStates(parent)).map(({ code }) => code));
  return known;
}
