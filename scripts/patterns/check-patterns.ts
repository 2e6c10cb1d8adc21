import { checkSync } from 'recheck';
import type { Pattern } from './find-patterns.ts';

/** A longer time finds little more. */
const LONGEST_MS = 1_000;
// The binary for some systems is faster; all systems have this one.
process.env.RECHECK_BACKEND = 'pure';

/**
 * Returns a description of each pattern whose time grows faster than the text that it searches. A pattern that cannot
 * be judged in a second is not reported: a slow machine would report others than a fast one.
 */
export function findSlowPatterns(patterns: readonly Pattern[]): string[] {
  const known = new Map<string, string | undefined>();
  return patterns.flatMap(({ file, line, source, flags }) => {
    // Without a repetition that has no limit, the time has one.
    if (!/[*+]|,\}/.test(source)) return [];
    const key = `/${source}/${flags}`;
    if (!known.has(key)) known.set(key, judge(source, flags));
    const attack = known.get(key);
    return attack === undefined ? [] : [`${file}:${line} ${key} is slow on ${attack}`];
  });
}

function judge(source: string, flags: string): string | undefined {
  const found = checkSync(source, flags, { timeout: LONGEST_MS });
  return found.status === 'vulnerable' ? found.attack.pattern : undefined;
}
