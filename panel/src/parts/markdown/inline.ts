import { readLink } from './links.ts';

/** Number of elements that may still be created. What comes later stays plain text. */
export interface Budget {
  left: number;
}

export type Inline =
  | { readonly type: 'text' | 'code'; readonly text: string }
  | { readonly type: 'strong' | 'emphasis' | 'deleted'; readonly content: readonly Inline[] }
  | { readonly type: 'link'; readonly text: string; readonly url: string };

const KINDS = { '**': 'strong', __: 'strong', '*': 'emphasis', _: 'emphasis', '~~': 'deleted' } as const;
type Mark = keyof typeof KINDS;

interface Opener {
  readonly mark: Mark;
  /** Index of its first content. */
  readonly at: number;
}

/** More open marks stay text. */
const MAX_OPEN = 8;
const MAX_LINK_TEXT = 500;
const MAX_URL = 2_000;
/** Characters at which something other than text can begin. */
const SPECIAL = /[\\`*_~[!<]|h(?=ttps?:\/\/)/gi;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}]/u;

/** Parses code, emphasis and links of a paragraph. Takes linear time. */
export function parseInline(text: string, budget: Budget): Inline[] {
  const nodes: Inline[] = [];
  const open: Opener[] = [];
  const next = createFinder(text);
  let plain = '';
  let at = 0;

  function flush(): void {
    if (plain !== '') nodes.push({ type: 'text', text: plain });
    plain = '';
  }

  function add(node: Inline): void {
    flush();
    budget.left -= 1;
    nodes.push(node);
  }

  while (at < text.length && budget.left > 0) {
    SPECIAL.lastIndex = at;
    const special = SPECIAL.exec(text)?.index ?? text.length;
    plain += text.slice(at, special);
    at = special;
    if (at >= text.length) break;
    const character = text.charAt(at);
    const found = readNode(text, at, next);
    if (found) {
      add(found.node);
      at = found.end;
    } else if (character === '\\' && PUNCTUATION.test(text.charAt(at + 1))) {
      plain += text.charAt(at + 1);
      at += 2;
    } else if (character === '*' || character === '_' || character === '~') {
      at = readMarks(at, character);
    } else {
      plain += character;
      at += 1;
    }
  }
  plain += text.slice(at);
  flush();
  // Marks that were never closed are text.
  for (const { mark, at: index } of open.toReversed()) nodes.splice(index, 0, { type: 'text', text: mark });
  return nodes;

  /** Opens or closes emphasis with a run of the same character. Returns the end of the run. */
  function readMarks(start: number, character: string): number {
    let end = start;
    while (text.charAt(end) === character) end += 1;
    const [before, after] = [text.charAt(start - 1), text.charAt(end)];
    const isInWord = character === '_' && WORD.test(before) && WORD.test(after);
    const mayOpen = after.trim() !== '' && !isInWord && !(character === '_' && WORD.test(before));
    const mayClose = before.trim() !== '' && !isInWord && !(character === '_' && WORD.test(after));
    let left = end - start;
    while (left > 0) {
      const top = open.at(-1);
      if (mayClose && top?.mark.startsWith(character) && top.mark.length <= left) {
        flush();
        open.pop();
        left -= top.mark.length;
        const content = nodes.splice(top.at);
        if (content.length > 0) nodes.push({ type: KINDS[top.mark], content });
        else plain += top.mark.repeat(2);
        budget.left -= 1;
        continue;
      }
      const mark = character.repeat(Math.min(left, 2));
      if (mayOpen && left <= 3 && mark in KINDS && open.length < MAX_OPEN) {
        flush();
        open.push({ mark: mark as Mark, at: nodes.length });
        left -= mark.length;
        continue;
      }
      plain += character.repeat(left);
      left = 0;
    }
    return end;
  }
}

type Finder = (wanted: string, from: number) => number;

/** Finds the next occurrence of a text. Each is searched once per occurrence, however often it is asked for. */
function createFinder(text: string): Finder {
  const known = new Map<string, number>();
  return (wanted, from) => {
    const last = known.get(wanted);
    if (last !== undefined && last >= from) return last;
    const found = text.indexOf(wanted, from);
    const index = found < 0 ? Number.POSITIVE_INFINITY : found;
    known.set(wanted, index);
    return index;
  };
}

interface Read {
  readonly node: Inline;
  readonly end: number;
}

function readNode(text: string, at: number, next: Finder): Read | undefined {
  const character = text.charAt(at);
  if (character === '`') return readCodeSpan(text, at, next);
  if (character === '[') return readNamedLink(text, at, next);
  // An image becomes a link: nothing is loaded from other hosts.
  if (character === '!' && text.charAt(at + 1) === '[') return readNamedLink(text, at + 1, next);
  if (character === '<') return readBareLink(text, at + 1, '>');
  if (character.toLowerCase() === 'h' && !WORD.test(text.charAt(at - 1))) return readBareLink(text, at);
  return undefined;
}

function readCodeSpan(text: string, at: number, next: Finder): Read | undefined {
  let start = at;
  while (text.charAt(start) === '`') start += 1;
  const fence = text.slice(at, start);
  // Longer runs are rare, and each length is searched on its own.
  if (fence.length > 3) return { node: { type: 'text', text: fence }, end: start };
  let close = next(fence, start);
  while (close < text.length && text.charAt(close + fence.length) === '`') {
    let end = close;
    while (text.charAt(end) === '`') end += 1;
    close = next(fence, end);
  }
  if (close >= text.length) return { node: { type: 'text', text: fence }, end: start };
  return { node: { type: 'code', text: text.slice(start, close) }, end: close + fence.length };
}

/** Reads `[text](url)`. */
function readNamedLink(text: string, at: number, next: Finder): Read | undefined {
  const close = next('](', at + 1);
  if (close - at > MAX_LINK_TEXT || next('[', at + 1) < close) return undefined;
  const end = next(')', close + 2);
  if (end - close > MAX_URL) return undefined;
  const url = readLink(text.slice(close + 2, end));
  const name = text.slice(at + 1, close).trim();
  return url === null ? undefined : { node: { type: 'link', text: name || url, url }, end: end + 1 };
}

/** Reads an address in the text, up to a space or to a character that ends it. */
function readBareLink(text: string, at: number, close?: '>'): Read | undefined {
  const found = /^(?:https?:\/\/|mailto:)[^\s<>"`]{1,2000}/i.exec(text.slice(at, at + MAX_URL));
  if (!found || (close && text.charAt(at + found[0].length) !== close)) return undefined;
  let address = found[0];
  if (!close) {
    if (address.startsWith('mailto')) return undefined;
    while (/[.,;:!?'*_~\]]/.test(address.slice(-1)) || (address.endsWith(')') && !isBalanced(address))) {
      address = address.slice(0, -1);
    }
  }
  const url = readLink(address);
  if (url === null) return undefined;
  return { node: { type: 'link', text: address, url }, end: at + address.length + (close ? 1 : 0) };
}

/** Returns false if more brackets are closed than opened, as when the address stands in brackets. */
function isBalanced(address: string): boolean {
  return address.split('(').length >= address.split(')').length;
}
