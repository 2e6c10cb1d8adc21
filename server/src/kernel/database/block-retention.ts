import { createBlockCleaner } from '@hostler/database';
import type { Retention } from '../jobs/retention.ts';
import { DAY } from '../time.ts';

/** Deletes the counts of empty blocks once a day. */
export function createBlockRetention(): Retention {
  const clean = createBlockCleaner();
  return { name: 'blocks.forget-empty', everyMs: DAY, forget: (_now, limit) => clean(limit) };
}
