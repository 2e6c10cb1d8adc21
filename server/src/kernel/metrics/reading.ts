import { MINUTE, SECOND } from '../time.ts';

/** How long figures are reused for further scrapes. */
const FRESH_MS = 5 * SECOND;
/** Prometheus waits ten seconds for everything; what the database has not said by now is left out. */
const PATIENCE_MS = 2 * SECOND;
/** After this a query counts as lost, and another may be sent. */
const LOST_MS = MINUTE;

/**
 * Figures that must be asked of the database, for several metrics: once every few seconds however many ask, one question
 * at a time. Undefined where it does not answer: the other metrics are told all the same.
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
