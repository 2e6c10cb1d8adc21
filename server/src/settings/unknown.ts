import { SETTINGS } from './catalogue.ts';

/** A variable of the environment that looks like a setting, but is none. It has no effect. */
export interface UnknownSetting {
  readonly name: string;
  /** The most similar setting; null if none is similar. */
  readonly nearest: string | null;
}

const PREFIX = 'HOSTLER_';
/** Used by clients of the API, such as the examples of the documentation. */
const OTHER = new Set(['HOSTLER_API_KEY']);
/** Edits for each started group of this many characters; more makes another word. */
const LETTERS_PER_EDIT = 4;

export function findUnknownSettings(env: NodeJS.ProcessEnv): UnknownSetting[] {
  return Object.keys(env)
    .filter((name) => name.toUpperCase().startsWith(PREFIX) && !OTHER.has(name) && !Object.hasOwn(SETTINGS, name))
    .sort()
    .map((name) => ({ name, nearest: findNearest(name) }));
}

export function describeUnknownSetting({ name, nearest }: UnknownSetting): string {
  return `${name} is not a setting and has no effect.${nearest === null ? '' : ` Did you mean ${nearest}?`}`;
}

function findNearest(name: string): string | null {
  const word = name.slice(PREFIX.length).toUpperCase();
  let best: string | null = null;
  let least = Math.ceil(word.length / LETTERS_PER_EDIT);
  for (const known of Object.keys(SETTINGS)) {
    const edits = countEdits(word, known.slice(PREFIX.length));
    if (edits < least || (edits === least && best === null)) [best, least] = [known, edits];
  }
  return best;
}

/** Counts the insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
function countEdits(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row++) {
    const line = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      line[column] = Math.min(
        at(rows, row - 1, column) + 1,
        (line[column - 1] ?? 0) + 1,
        at(rows, row - 1, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(rows, row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(line);
  }
  return at(rows, from.length, to.length);
}

function at(rows: readonly number[][], row: number, column: number): number {
  return rows[row]?.[column] ?? 0;
}
