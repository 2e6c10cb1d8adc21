import { matchBriefly } from './match-briefly.ts';
import { complain, type Io, Leave, type Shell } from './shell.ts';
import type { Part, Word } from './syntax.ts';

export interface Expansion {
  shell: Shell;
  io: Io;
  /** Returns the output of a command substitution. */
  capture(script: string): Promise<string>;
  /** Returns the existing paths. */
  paths(): string[];
}

/** Expands words to fields. */
export async function expandWords(words: readonly Word[], at: Expansion): Promise<string[]> {
  const fields: string[] = [];
  for (const word of words) fields.push(...(await expandWord(word, at)));
  return fields;
}

async function expandWord(word: Word, at: Expansion): Promise<string[]> {
  const fields: { text: string; hasPattern: boolean }[] = [];
  let isOpen = false;
  const append = (text: string, hasPattern: boolean) => {
    const last = fields.at(-1);
    if (isOpen && last)
      fields[fields.length - 1] = { text: last.text + text, hasPattern: last.hasPattern || hasPattern };
    else fields.push({ text, hasPattern });
    isOpen = true;
  };
  for (const part of word) {
    if (part.kind === 'variable' && part.name === '@' && part.quoted) {
      const [first, ...others] = at.shell.parameters.slice(1);
      if (first !== undefined) append(first, false);
      for (const other of others) fields.push({ text: other, hasPattern: false });
      continue;
    }
    const text = await expandPart(part, at);
    if (part.kind === 'text' || part.quoted) append(text, part.kind === 'text' && !part.quoted && /[*?[]/.test(text));
    else {
      if (/^\s/.test(text)) isOpen = false;
      const [first, ...others] = text.split(/\s+/).filter((one) => one !== '');
      if (first !== undefined) append(first, false);
      for (const other of others) fields.push({ text: other, hasPattern: false });
      if (/\s$/.test(text)) isOpen = false;
    }
  }
  return fields.flatMap(({ text, hasPattern }) => (hasPattern ? matchPaths(text, at) : [text]));
}

/** Expands a word to one text, without splitting. */
export async function expandText(word: Word, at: Expansion): Promise<string> {
  let text = '';
  for (const part of word) text += await expandPart(part, at);
  return text;
}

/** Expands a word to a pattern; quoted parts are literal. */
export async function expandPattern(word: Word, at: Expansion): Promise<RegExp> {
  let source = '';
  for (const part of word) {
    const text = await expandPart(part, at);
    source += part.quoted ? quoteText(text) : translatePattern(text);
  }
  return new RegExp(`^${source}$`, 's');
}

async function expandPart(part: Part, at: Expansion): Promise<string> {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'number') return calculate(await expandText(part.expression, at), at.shell);
  if (part.kind === 'output') return (await at.capture(part.script)).replace(/(?<!\n)\n+$/, '');
  return await expandVariable(part, at);
}

async function expandVariable(part: Part & { kind: 'variable' }, at: Expansion): Promise<string> {
  const { shell, io } = at;
  const { name, operand } = part;
  const value = readVariable(shell, name);
  const isMissing = value === undefined || (part.operator.startsWith(':') && value === '');
  switch (part.operator.replace(':', '')) {
    case 'length':
      return String(value?.length ?? 0);
    case '-':
      return isMissing ? await expandText(operand, at) : value;
    case '+':
      return isMissing ? '' : await expandText(operand, at);
    case '=':
      if (isMissing) shell.variables.set(name, await expandText(operand, at));
      return shell.variables.get(name) ?? '';
    case '?':
      if (isMissing)
        throw new Leave(
          'exit',
          complain(io, `sh: ${name}: ${(await expandText(operand, at)) || 'parameter not set'}`, 2),
        );
      return value;
    case '#':
    case '##':
    case '%':
    case '%%':
      return trim(value ?? '', await expandPattern(operand, at), part.operator);
  }
  if (value === undefined && shell.refusesUnset)
    throw new Leave('exit', complain(io, `sh: ${name}: parameter not set`, 2));
  return value ?? '';
}

/** Sums and differences, from left to right: recipes need no more. */
function calculate(expression: string, shell: Shell): string {
  let [sum, sign] = [0, 1];
  for (const [token] of expression.matchAll(/[A-Za-z_]\w*|\d+|[-+]/g)) {
    if (token === '+' || token === '-') sign = token === '-' ? -1 : 1;
    else sum += sign * Number(/^\d/.test(token) ? token : (shell.variables.get(token) ?? 0));
  }
  return String(sum);
}

function readVariable({ variables, parameters, lastCode }: Shell, name: string): string | undefined {
  if (name === '?') return String(lastCode);
  if (name === '#') return String(parameters.length - 1);
  if (name === '@' || name === '*') return parameters.slice(1).join(' ');
  if (name === '$' || name === '!') return '1042';
  return /^[0-9]/.test(name) ? parameters[Number(name)] : variables.get(name);
}

function trim(value: string, pattern: RegExp, operator: string): string {
  const lengths = Array.from({ length: value.length + 1 }, (_, i) => i);
  if (operator.length === 2) lengths.reverse();
  const isFront = operator.startsWith('#');
  const piece = (length: number) => (isFront ? value.slice(0, length) : value.slice(value.length - length));
  const found = matchBriefly(() => lengths.find((length) => pattern.test(piece(length))));
  if (found === undefined) return value;
  return isFront ? value.slice(found) : value.slice(0, value.length - found);
}

function matchPaths(text: string, { shell, paths }: Expansion): string[] {
  const isAbsolute = text.startsWith('/');
  const pattern = new RegExp(`^${translatePattern(text).replaceAll('.*', '[^/]*')}$`);
  const prefix = isAbsolute ? '' : `${shell.folder}/`;
  const found = paths().flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []));
  const matching = matchBriefly(() => found.filter((path) => pattern.test(path))).sort();
  return matching.length > 0 ? matching : [text];
}

function translatePattern(text: string): string {
  return text.replace(/\*|\?|\[!?[^\]]+\]|[^*?[]+|\[/g, (one) => {
    if (one === '*') return '.*';
    if (one === '?') return '.';
    if (one.length > 2 && one.startsWith('[')) return one.replace('[!', '[^');
    return quoteText(one);
  });
}

function quoteText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
