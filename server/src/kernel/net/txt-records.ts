import { createLookUp } from './dns-records.ts';

/** The texts at a name; none where there are none, and none either where nobody answers. */
export type FindTexts = (name: string) => Promise<string[]>;

export function createTextFinder(servers: readonly string[]): FindTexts {
  const lookUp = createLookUp(servers);
  return async (name) => (await lookUp('TXT', name)) ?? [];
}
