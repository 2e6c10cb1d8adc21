import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Countries whose addresses are written with the code of a state or province, and one of its codes as an example. */
const EXAMPLES: Readonly<Record<string, string>> = { US: 'CA', CA: 'ON', AU: 'NSW' };
let known: ReadonlySet<string> | undefined;

export const STATE_COUNTRIES = Object.keys(EXAMPLES);

export function hasStates(country: string | null): country is string {
  return country !== null && Object.hasOwn(EXAMPLES, country);
}

/** Returns the code of a state of a country that has them, for messages. */
export function exampleState(country: string): string {
  return EXAMPLES[country] ?? '';
}

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
