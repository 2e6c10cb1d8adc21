import LineBreaker from 'linebreak';
import { splitGraphemes } from './faces.ts';

/** Start and end of a line in its text. */
export type Line = readonly [start: number, end: number];
type Measure = (start: number, end: number) => number;

/** Breaks text into lines that are not wider than `width`. A word that is wider is broken between its letters. */
export function breakLines(text: string, width: number, measure: Measure): Line[] {
  const lines: Line[] = [];
  let start = 0;
  let end = 0;
  let used = 0;
  const endLine = () => {
    lines.push([start, end]);
    start = end;
    used = 0;
  };
  const add = (to: number) => {
    // Spaces at the end of a line may stand beyond its column.
    const visible = end + text.slice(end, to).trimEnd().length;
    if (used > 0 && used + measure(end, visible) > width) endLine();
    used += measure(end, to);
    end = to;
  };
  const addWord = (to: number) => {
    if (measure(end, to) <= width) return add(to);
    for (const grapheme of splitGraphemes(text.slice(end, to))) add(end + grapheme.length);
  };
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    addWord(next.position);
    if (next.required) endLine();
  }
  if (end > start || lines.length === 0) endLine();
  return lines.map(([from, to]) => [from, from + text.slice(from, to).trimEnd().length]);
}
