import { parseSync } from '@swc/core';

/** A node of the syntax tree, with its place in the text in bytes. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** An expression before everything else: its place is where the parser begins to count. */
const ANCHOR = '0;';

/** Calls `visit` for every node with those above it, the nearest last. Text that is no TypeScript throws. */
export function walk(text: string, visit: (node: Node, ancestors: readonly Node[]) => void): void {
  const tree = parseSync(ANCHOR + text, { syntax: 'typescript' });
  const base = tree.span.start + ANCHOR.length;
  const ancestors: Node[] = [];
  const enter = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) enter(item);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const node = locate(value as Record<string, unknown>, base);
    if (node) {
      visit(node, ancestors);
      ancestors.push(node);
    }
    for (const child of Object.values(value)) enter(child);
    if (node) ancestors.pop();
  };
  enter(tree.body.slice(1));
}

/** What has no place of its own (arguments of a call, for one) is passed through. */
export function locate(value: Record<string, unknown> | undefined, base: number): Node | undefined {
  const span = value?.span as { start: number; end: number } | undefined;
  if (typeof value?.type !== 'string' || span === undefined) return undefined;
  return { ...value, type: value.type, start: span.start - base, end: span.end - base };
}
