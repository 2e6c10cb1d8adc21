/** Counts of this process. Plain numbers, because every cached response increments them. */
export const cacheLookups = { hits: 0, misses: 0 };
