import { parseSync } from '@swc/core';

/** A node of the syntax tree, with its position in the text in bytes. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** An expression at the beginning: the parser counts positions from there. */
const ANCHOR = '0;';

/** Calls `visit` for every node with its ancestors, the nearest last. Throws if the text is not TypeScript. */
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

/** Returns undefined for a node without a position, such as the arguments of a call; its children are still visited. */
export function locate(value: Record<string, unknown> | undefined, base: number): Node | undefined {
  const span = value?.span as { start: number; end: number } | undefined;
  if (typeof value?.type !== 'string' || span === undefined) return undefined;
  return { ...value, type: value.type, start: span.start - base, end: span.end - base };
}
