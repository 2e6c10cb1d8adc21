import { type Budget, type Inline, parseInline } from './inline.ts';

export type Block =
  | { readonly type: 'paragraph' | 'heading'; readonly content: readonly Inline[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | { readonly type: 'list'; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly type: 'rule' };

const MAX_ELEMENTS = 2_000;
/** A code block has a copy button, which costs as much as many words. */
const CODE_COST = 40;
/** Longer lines stay plain text. */
const MAX_DEPTH = 4;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}[ \t]/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])[ \t]/;
const QUOTE = /^ {0,3}> ?/;

/**
 * Parses a common part of Markdown: paragraphs, headings, lists, quotes, code blocks and rules. HTML stays text. Line
 * breaks of a paragraph are kept. Takes linear time.
 */
export function parseMarkdown(text: string): Block[] {
  return parseBlocks(text.split(/\r?\n/), 0, { left: MAX_ELEMENTS });
}

function parseBlocks(lines: readonly string[], depth: number, budget: Budget): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at += 1;
      continue;
    }
    budget.left -= 1;
    if (budget.left <= 0) {
      blocks.push({ type: 'paragraph', content: [{ type: 'text', text: lines.slice(at).join('\n') }] });
      break;
    }
    const [block, end] = parseBlock(lines, at, depth, budget);
    blocks.push(block);
    at = end;
  }
  return blocks;
}

/** Returns the block that begins at a line, and the line after it. */
function parseBlock(lines: readonly string[], at: number, depth: number, budget: Budget): [Block, number] {
  const line = lines[at] ?? '';
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) return readCode(lines, at, fence, budget);
  if (HEADING.test(line)) {
    const text = line.trim().replace(/^#+/, '').trim();
    return [{ type: 'heading', content: parseInline(text, budget) }, at + 1];
  }
  if (isRule(line)) return [{ type: 'rule' }, at + 1];
  if (depth < MAX_DEPTH && QUOTE.test(line)) {
    const end = findEnd(lines, at, (each) => QUOTE.test(each));
    const inside = lines.slice(at, end).map((each) => each.replace(QUOTE, ''));
    return [{ type: 'quote', blocks: parseBlocks(inside, depth + 1, budget) }, end];
  }
  if (depth < MAX_DEPTH && ITEM.test(line)) return readList(lines, at, depth, budget);
  const end = Math.max(
    at + 1,
    findEnd(lines, at, (each, index) => each.trim() !== '' && (index === at || !beginsBlock(each))),
  );
  return [{ type: 'paragraph', content: parseInline(lines.slice(at, end).join('\n'), budget) }, end];
}

function findEnd(lines: readonly string[], at: number, belongs: (line: string, index: number) => boolean): number {
  let end = at;
  while (end < lines.length && belongs(lines[end] ?? '', end)) end += 1;
  return end;
}

function beginsBlock(line: string): boolean {
  return FENCE.test(line) || HEADING.test(line) || QUOTE.test(line) || ITEM.test(line) || isRule(line);
}

function isRule(line: string): boolean {
  const marks = line.replaceAll(/[ \t]/g, '');
  const [first = ''] = marks;
  return marks.length >= 3 && '-*_'.includes(first) && marks === first.repeat(marks.length);
}

/** A code block ends with the same fence, or with the text. */
function readCode(lines: readonly string[], at: number, fence: string, budget: Budget): [Block, number] {
  budget.left -= CODE_COST;
  const end = findEnd(lines, at + 1, (line) => {
    const mark = line.trim();
    return mark.length < fence.length || mark !== fence.charAt(0).repeat(mark.length);
  });
  return [{ type: 'code', text: lines.slice(at + 1, end).join('\n') }, end + 1];
}

function readList(lines: readonly string[], at: number, depth: number, budget: Budget): [Block, number] {
  const marker = markerOf(lines[at] ?? '');
  const items: Block[][] = [];
  let end = at;
  const continues = () => markerOf(lines[end] ?? '')?.kind === marker?.kind && !isRule(lines[end] ?? '');
  while (budget.left > 0 && end < lines.length && continues()) {
    budget.left -= 1;
    const from = end;
    const { width = 2 } = markerOf(lines[from] ?? '') ?? {};
    end += 1;
    // An item continues with indented lines, also after an empty one.
    while (end < lines.length && isInside(lines, end)) end += 1;
    const inside = lines
      .slice(from, end)
      .map((line, index) => (index === 0 ? line.slice(width) : line.replace(/^(?: {1,4}|\t)/, '')));
    items.push(parseBlocks(inside, depth + 1, budget));
    // An empty line may separate two items.
    if ((lines[end] ?? '').trim() === '' && markerOf(lines[end + 1] ?? '')?.kind === marker?.kind) end += 1;
  }
  return [{ type: 'list', start: marker?.number ?? null, items }, end];
}

function isInside(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  return line.trim() === '' ? /^(?: {2}|\t)/.test(lines[index + 1] ?? '') : /^(?: {2}|\t)/.test(line);
}

interface Marker {
  readonly kind: string;
  readonly width: number;
  readonly number: number | null;
}

function markerOf(line: string): Marker | undefined {
  const found = ITEM.exec(line);
  const mark = found?.[2];
  if (!found || mark === undefined) return undefined;
  const isNumber = /\d/.test(mark);
  return { kind: isNumber ? '1.' : mark, width: found[0].length, number: isNumber ? Number.parseInt(mark, 10) : null };
}
