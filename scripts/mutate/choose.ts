import type { Mutation } from './generate.ts';

/**
 * Chooses at most `most` mutations, the same for the same seed. Alternates between files, so that no long file crowds
 * out the others, and within a file between kinds, so that no frequent kind does.
 */
export function chooseMutations(mutations: readonly Mutation[], most: number, seed: number): Mutation[] {
  const random = seedRandom(seed);
  const files = groupBy(shuffle(mutations, random), ({ file }) => file).map((ofFile) =>
    takeInTurn(groupBy(ofFile, ({ kind }) => kind)),
  );
  return takeInTurn(shuffle(files, random)).slice(0, most);
}

function groupBy<T>(items: readonly T[], nameOf: (item: T) => string): T[][] {
  return [...Map.groupBy(items, nameOf).values()];
}

function takeInTurn<T>(groups: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => groups.flatMap((group) => group.slice(turn, turn + 1))).flat();
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** mulberry32: small, and the same on every machine. */
function seedRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
