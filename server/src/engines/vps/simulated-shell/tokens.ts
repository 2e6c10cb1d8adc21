import { type Part, ScriptError, type Word } from './syntax.ts';

export type Token =
  | {
      kind: 'word';
      word: Word /** As it is written, where nothing in it is quoted or expanded. */;
      bare: string | undefined;
    }
  | { kind: 'operator'; text: string /** The number right before a redirection. */; stream: number | undefined }
  | { kind: 'newline' };

const OPERATORS = ['<<-', '&&', '||', ';;', '<<', '>>', '>&', '<&', ';', '|', '&', '(', ')', '<', '>'];
const NAME = /^[A-Za-z_][A-Za-z0-9_]*/;
const EXPANSION = /^(#?)([A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!])(:?[-=+?]|##?|%%?|)/;

/** Tokenises a script like a POSIX shell; a here-document becomes a word after its delimiter. */
export function readTokens(script: string): Token[] {
  const tokens: Token[] = [];
  const awaited: { token: Token & { kind: 'word' }; isTabbed: boolean }[] = [];
  let at = 0;
  while (at < script.length) {
    const rest = script.slice(at, at + 3);
    const char = script.charAt(at);
    if (char === '\n') {
      at++;
      for (const one of awaited.splice(0)) at = readHereText(script, at, one.token, one.isTabbed);
      tokens.push({ kind: 'newline' });
    } else if (char === ' ' || char === '\t') at++;
    else if (rest.startsWith('\\\n')) at += 2;
    else if (char === '#') at = endOfLine(script, at);
    else {
      const digits = /^[0-9](?=[<>])/.exec(rest)?.[0];
      const operator = OPERATORS.find((one) => script.startsWith(one, at + (digits?.length ?? 0)));
      if (operator) {
        at += operator.length + (digits?.length ?? 0);
        tokens.push({ kind: 'operator', text: operator, stream: digits === undefined ? undefined : Number(digits) });
        continue;
      }
      const read = readWord(script, at, isBoundary);
      at = read.at;
      const plain = read.word.every((part) => part.kind === 'text' && !part.quoted);
      const token = { kind: 'word' as const, word: read.word, bare: plain ? textOf(read.word) : undefined };
      const before = tokens.at(-1);
      if (before?.kind === 'operator' && before.text.startsWith('<<'))
        awaited.push({ token, isTabbed: before.text === '<<-' });
      tokens.push(token);
    }
  }
  return tokens;
}

function isBoundary(char: string): boolean {
  return /[\s;&|<>()]/.test(char);
}

function textOf(word: Word): string {
  return word.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

function endOfLine(script: string, at: number): number {
  const end = script.indexOf('\n', at);
  return end === -1 ? script.length : end;
}

function readHereText(script: string, from: number, token: Token & { kind: 'word' }, isTabbed: boolean): number {
  const mark = textOf(token.word);
  const isLiteral = token.word.some((part) => part.kind === 'text' && part.quoted);
  const lines: string[] = [];
  for (let at = from; at < script.length; ) {
    const end = endOfLine(script, at);
    const line = script.slice(at, end).replace(isTabbed ? /^\t+/ : /^(?!)/, '');
    at = end + 1;
    if (line === mark) {
      const text = lines.map((one) => `${one}\n`).join('');
      token.word = isLiteral ? [{ kind: 'text', text, quoted: true }] : readQuoted(text, 0, undefined).parts;
      return at;
    }
    lines.push(line);
  }
  throw new ScriptError(`here-document wants "${mark}"`);
}

/** Reads up to the first character that ends the word, skipping quotes and expansions. */
function readWord(script: string, from: number, isEnd: (char: string) => boolean): { word: Word; at: number } {
  const parts: Part[] = [];
  let at = from;
  const add = (text: string, quoted: boolean) => {
    const last = parts.at(-1);
    if (last?.kind === 'text' && last.quoted === quoted)
      parts[parts.length - 1] = { kind: 'text', text: last.text + text, quoted };
    else parts.push({ kind: 'text', text, quoted });
  };
  while (at < script.length && !isEnd(script.charAt(at))) {
    const char = script.charAt(at);
    if (char === "'") {
      const end = script.indexOf("'", at + 1);
      if (end === -1) throw new ScriptError('unterminated quoted string');
      add(script.slice(at + 1, end), true);
      at = end + 1;
    } else if (char === '"') {
      const { parts: inner, at: end } = readQuoted(script, at + 1, '"');
      parts.push(...(inner.length > 0 ? inner : [{ kind: 'text' as const, text: '', quoted: true }]));
      at = end + 1;
    } else if (char === '\\') {
      if (script.charAt(at + 1) !== '\n') add(script.charAt(at + 1), true);
      at += 2;
    } else if (char === '$' || char === '`') {
      const expansion = readExpansion(script, at, false);
      if (expansion) parts.push(expansion.part);
      else add(char, false);
      at = expansion?.at ?? at + 1;
    } else {
      add(char, false);
      at++;
    }
  }
  return { word: parts, at };
}

/** Reads text in double quotes, or a whole text without an end character. */
function readQuoted(script: string, from: number, end: '"' | undefined): { parts: Part[]; at: number } {
  const parts: Part[] = [];
  let text = '';
  let at = from;
  const flush = () => {
    if (text !== '') parts.push({ kind: 'text', text, quoted: true });
    text = '';
  };
  for (; at < script.length; ) {
    const char = script.charAt(at);
    if (char === end) break;
    const next = script.charAt(at + 1);
    if (char === '\\' && (next === '\n' || '$`\\'.includes(next) || next === end) && next !== '') {
      if (next !== '\n') text += next;
      at += 2;
    } else if (char === '$' || char === '`') {
      const expansion = readExpansion(script, at, true);
      if (expansion) {
        flush();
        parts.push(expansion.part);
      } else text += char;
      at = expansion?.at ?? at + 1;
    } else {
      text += char;
      at++;
    }
  }
  if (end && at >= script.length) throw new ScriptError('unterminated quoted string');
  flush();
  return { parts, at };
}

function readExpansion(script: string, at: number, quoted: boolean): { part: Part; at: number } | undefined {
  if (script.charAt(at) === '`') {
    const end = script.indexOf('`', at + 1);
    if (end === -1) throw new ScriptError('unterminated backquote');
    return { part: { kind: 'output', script: script.slice(at + 1, end), quoted }, at: end + 1 };
  }
  if (script.startsWith('$((', at)) {
    const end = findClosing(script, at + 3);
    const expression = readQuoted(script.slice(at + 3, end), 0, undefined).parts;
    return { part: { kind: 'number', expression, quoted }, at: end + 2 };
  }
  if (script.startsWith('$(', at)) {
    const end = findClosing(script, at + 2);
    return { part: { kind: 'output', script: script.slice(at + 2, end), quoted }, at: end + 1 };
  }
  if (script.startsWith('${', at)) {
    const [all = '', length = '', name = '', operator = ''] = EXPANSION.exec(script.slice(at + 2)) ?? [];
    const read = readWord(script, at + 2 + all.length, (char) => char === '}');
    if (name === '' || script.charAt(read.at) !== '}') throw new ScriptError('bad substitution');
    const part = {
      kind: 'variable' as const,
      name,
      operator: length === '' ? operator : 'length',
      operand: read.word,
      quoted,
    };
    return { part, at: read.at + 1 };
  }
  const name = NAME.exec(script.slice(at + 1, at + 129))?.[0] ?? /^[0-9@*#?$!]/.exec(script.charAt(at + 1))?.[0];
  if (name === undefined) return undefined;
  return { part: { kind: 'variable', name, operator: '', operand: [], quoted }, at: at + 1 + name.length };
}

/** Returns the position of the closing parenthesis, ignoring quoted ones. */
function findClosing(script: string, from: number): number {
  let depth = 1;
  for (let at = from; at < script.length; at++) {
    const char = script.charAt(at);
    if (char === '\\') at++;
    else if (char === "'") at = endOfQuote(script, at);
    else if (char === '"') at = readQuoted(script, at + 1, '"').at;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at;
  }
  throw new ScriptError('a parenthesis is not closed');
}

function endOfQuote(script: string, at: number): number {
  const end = script.indexOf("'", at + 1);
  if (end === -1) throw new ScriptError('unterminated quoted string');
  return end;
}
