/** Returns what a long test does in `npm test`, where it is a short sample, or in `npm run test:all`. */
export function byLane<T>({ short, all }: { readonly short: T; readonly all: T }): T {
  return process.env.HOSTLER_TEST_LANE === 'short' ? short : all;
}
