import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';
import type { Face } from '../fonts.ts';
import { type FacedText, openFont, splitGraphemes } from './faces.ts';

/** Text of one font, as it is given to the font. */
export interface Run {
  readonly text: string;
  readonly face: Face;
}

interface LevelRun extends Run {
  readonly level: number;
}

const load = createRequire(import.meta.url);
let bidi: Bidi | undefined;

export type Levels = Uint8Array;

/** Returns the level of every UTF-16 unit. The first letter of a paragraph decides on the paragraph's direction. */
export function findLevels(text: string): Levels {
  return openBidi().getEmbeddingLevels(text).levels;
}

/** Splits a line into runs, from left to right as they are drawn. */
export function orderRuns({ text, faces }: FacedText, levels: Levels, start: number, end: number): Run[] {
  const runs: LevelRun[] = [];
  let from = start;
  for (let index = start + 1; index <= end; index++) {
    if (index < end && levels[index] === levels[from] && faces[index] === faces[from]) continue;
    runs.push({ text: text.slice(from, index), face: faces[from] ?? 'regular', level: levels[from] ?? 0 });
    from = index;
  }
  return reorder(runs).map(turn);
}

/** Reverses every sequence of at least each level, from the highest to 1: rule L2 of UAX #9. */
function reorder(runs: LevelRun[]): LevelRun[] {
  let ordered = runs;
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    const next: LevelRun[] = [];
    let higher: LevelRun[] = [];
    for (const run of ordered) {
      if (run.level >= level) higher.unshift(run);
      else {
        next.push(...higher, run);
        higher = [];
      }
    }
    ordered = [...next, ...higher];
  }
  return ordered;
}

/** Gives the characters of a run the order that makes the font draw them correctly. */
function turn({ text, face, level }: LevelRun): Run {
  const isLeftward = level % 2 === 1;
  const { getMirroredCharacter } = openBidi();
  const mirrored = isLeftward ? Array.from(text, (each) => getMirroredCharacter(each) ?? each).join('') : text;
  // The library turns text around by itself if it begins with a letter of such a script.
  const isTurned = (face === 'arabic' || face === 'hebrew') && openFont(face).layout(text, []).direction === 'rtl';
  return { text: isTurned === isLeftward ? mirrored : splitGraphemes(mirrored).reverse().join(''), face };
}

/** Loaded with the first text that needs it, as the fonts. */
function openBidi(): Bidi {
  bidi ??= (load('bidi-js') as () => Bidi)();
  return bidi;
}
