/** Countries whose addresses are written with the code of a state or province, and one of its codes as an example. */
const EXAMPLES: Readonly<Record<string, string>> = { US: 'CA', CA: 'ON', AU: 'NSW' };

export const STATE_COUNTRIES = Object.keys(EXAMPLES);

export function hasStates(country: string | null): country is string {
  return country !== null && Object.hasOwn(EXAMPLES, country);
}

/** Returns the code of a state of a country that has them, for messages. */
export function exampleState(country: string): string {
  return EXAMPLES[country] ?? '';
}

interface Place {
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly state?: string | null;
  readonly country: string | null;
}

/** Writes `75002 Paris`; with a state `San Francisco, CA 94105` in the United States, else `Sydney NSW 2000`. */
export function writeCity({ postal_code, city, state, country }: Place): string {
  if (!state) return [postal_code, city].filter(Boolean).join(' ');
  const comma = country === 'US' && city ? ',' : '';
  return [`${city ?? ''}${comma}`, state, postal_code].filter(Boolean).join(' ');
}
