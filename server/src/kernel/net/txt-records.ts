import { createLookUp } from './dns-records.ts';

/** Returns the TXT records of a name; an empty list if there are none or no resolver answers. */
export type FindTexts = (name: string) => Promise<string[]>;

export function createTextFinder(servers: readonly string[]): FindTexts {
  const lookUp = createLookUp(servers);
  return async (name) => (await lookUp('TXT', name)) ?? [];
}
