import { MINUTE, SECOND } from '../time.ts';

/** Time that values are reused for further scrapes. */
const FRESH_MS = 5 * SECOND;
/** Prometheus waits ten seconds for a scrape. Values the database has not returned by now are left out. */
const PATIENCE_MS = 2 * SECOND;
/** After this time a query counts as lost, and another may be sent. */
const LOST_MS = MINUTE;

/**
 * Returns a cached reader for values that several metrics take from the database. It queries once per few seconds, one
 * query at a time. It resolves to undefined if the database does not answer, so that the other metrics are still
 * exported.
 */
export function createReading<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let known: { value: Promise<T | undefined>; began: number; goodMs: number } | undefined;
  return () => {
    const now = performance.now();
    if (!known || now - known.began > known.goodMs) {
      const reading = { value: read().catch(() => undefined), began: now, goodMs: LOST_MS };
      void reading.value.then(() => {
        reading.goodMs = FRESH_MS;
      });
      known = reading;
    }
    return withPatience(known.value);
  };
}

async function withPatience<T>(value: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  try {
    return await Promise.race([value, patience]);
  } finally {
    clearTimeout(timer);
  }
}
