import { mutateNode } from './mutators.ts';
import { walk } from './syntax.ts';

/** A small change of one file that a good test notices. */
export interface Mutation {
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
  readonly kind: string;
  /** The whole lines that change, before and after. */
  readonly before: string;
  readonly after: string;
  /** The whole file after the change. */
  readonly text: string;
}

/** Returns all small changes of this file, in the order of the text, except those that do not parse. */
export function generateMutations(file: string, text: string): Mutation[] {
  const bytes = Buffer.from(text);
  const mutations: Mutation[] = [];
  const seen = new Set<string>();
  walk(text, (node, ancestors) => {
    const read = (start: number, end: number) => bytes.subarray(start, end).toString();
    for (const { kind, start, end, replacement } of mutateNode(node, ancestors, read)) {
      const changed = read(0, start) + replacement + read(end, bytes.length);
      if (seen.has(changed) || !isTypeScript(changed)) continue;
      seen.add(changed);
      mutations.push({ file, kind, ...compareLines(text, changed, read(0, start)), text: changed });
    }
  });
  return mutations.toSorted((a, b) => a.line - b.line);
}

function isTypeScript(text: string): boolean {
  try {
    walk(text, () => {});
    return true;
  } catch {
    return false;
  }
}

/** Returns the lines from the first to the last difference. */
function compareLines(before: string, after: string, head: string): Pick<Mutation, 'line' | 'before' | 'after'> {
  const line = head.split('\n').length;
  const [old, changed] = [before.split('\n'), after.split('\n')];
  let same = 0;
  const most = Math.min(old.length, changed.length) - line;
  while (same < most && old.at(-1 - same) === changed.at(-1 - same)) same++;
  const take = (lines: string[]) =>
    lines
      .slice(line - 1, Math.max(line, lines.length - same))
      .map((text) => text.trim())
      .join(' ');
  return { line, before: take(old), after: take(changed) };
}
