import { type Node, type Redirection, ScriptError, type Word } from './syntax.ts';
import { readTokens, type Token } from './tokens.ts';

const ENDS = new Set(['then', 'else', 'elif', 'fi', 'do', 'done', 'esac', '}']);
const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=/;
const REDIRECTIONS = ['<', '>', '>>', '<<', '<<-', '>&', '<&'];
const MOST_DEPTH = 100;

/** Parses the shell syntax of recipes: lists, pipes, conditions, loops, cases, functions, redirections. */
export function parseScript(script: string): Node {
  const tokens = readTokens(script);
  let at = 0;
  let depth = 0;

  const peek = (): Token | undefined => tokens[at];
  const isOperator = (...texts: string[]) => {
    const token = peek();
    return token?.kind === 'operator' && texts.includes(token.text);
  };
  const isWord = (...texts: string[]) => {
    const token = peek();
    return token?.kind === 'word' && token.bare !== undefined && texts.includes(token.bare);
  };
  const skipLines = () => {
    while (peek()?.kind === 'newline') at++;
  };
  const fail = (): never => {
    const token = peek();
    const seen = token?.kind === 'operator' ? token.text : token?.kind === 'word' ? (token.bare ?? 'word') : 'newline';
    throw new ScriptError(token ? `"${seen}" unexpected` : 'end of file unexpected');
  };
  const need = (text: string) => {
    if (!isWord(text) && !isOperator(text)) fail();
    at++;
  };
  const takeWord = (): Word => {
    const token = peek();
    if (token?.kind !== 'word') return fail();
    at++;
    return token.word;
  };

  function list(): Node {
    if (++depth > MOST_DEPTH) throw new ScriptError('nested too deeply');
    const items: Node[] = [];
    for (;;) {
      while (peek()?.kind === 'newline' || isOperator(';', '&')) at++;
      const token = peek();
      if (
        !token ||
        isOperator(')', ';;') ||
        (token.kind === 'word' && token.bare !== undefined && ENDS.has(token.bare))
      )
        break;
      items.push(andOr());
      if (peek() && peek()?.kind !== 'newline' && !isOperator(';', '&', ')', ';;')) fail();
    }
    depth--;
    return { kind: 'list', items };
  }

  function andOr(): Node {
    let left = pipeline();
    while (isOperator('&&', '||')) {
      const kind = isOperator('&&') ? 'and' : 'or';
      at++;
      skipLines();
      left = { kind, left, right: pipeline() };
    }
    return left;
  }

  function pipeline(): Node {
    if (isWord('!')) {
      at++;
      return { kind: 'not', body: pipeline() };
    }
    const stages = [command()];
    while (isOperator('|')) {
      at++;
      skipLines();
      stages.push(command());
    }
    return stages.length === 1 && stages[0] ? stages[0] : { kind: 'pipe', stages };
  }

  function command(): Node {
    const compound = readCompound();
    const redirections: Redirection[] = [];
    if (compound) {
      while (isOperator(...REDIRECTIONS)) redirections.push(redirection());
      return redirections.length === 0 ? compound : { kind: 'redirected', body: compound, redirections };
    }
    return simple(redirections);
  }

  function readCompound(): Node | undefined {
    if (isOperator('(')) return group('(', ')', true);
    if (isWord('{')) return group('{', '}', false);
    if (isWord('if')) return condition();
    if (isWord('while', 'until')) {
      const until = isWord('until');
      at++;
      const test = list();
      return { kind: 'while', until, condition: test, body: loopBody() };
    }
    if (isWord('for')) return forLoop();
    if (isWord('case')) return cases();
    return undefined;
  }

  function group(open: string, close: string, isolated: boolean): Node {
    need(open);
    const body = list();
    need(close);
    return { kind: 'group', body, isolated };
  }

  function condition(): Node {
    at++;
    const test = list();
    need('then');
    const then = list();
    if (isWord('elif')) return { kind: 'if', condition: test, then, otherwise: condition() };
    let otherwise: Node | undefined;
    if (isWord('else')) {
      at++;
      otherwise = list();
    }
    need('fi');
    return { kind: 'if', condition: test, then, otherwise };
  }

  function loopBody(): Node {
    need('do');
    const body = list();
    need('done');
    return body;
  }

  function forLoop(): Node {
    at++;
    const token = peek();
    const name = token?.kind === 'word' ? token.bare : undefined;
    if (name === undefined) return fail();
    at++;
    skipLines();
    const words: Word[] = [];
    if (isWord('in')) {
      at++;
      while (peek()?.kind === 'word') words.push(takeWord());
    } else words.push([{ kind: 'variable', name: '@', operator: '', operand: [], quoted: true }]);
    while (peek()?.kind === 'newline' || isOperator(';')) at++;
    return { kind: 'for', name, words, body: loopBody() };
  }

  function cases(): Node {
    at++;
    const word = takeWord();
    skipLines();
    need('in');
    const arms: { patterns: Word[]; body: Node }[] = [];
    for (skipLines(); !isWord('esac'); skipLines()) {
      if (isOperator('(')) at++;
      const patterns = [takeWord()];
      while (isOperator('|')) {
        at++;
        patterns.push(takeWord());
      }
      need(')');
      arms.push({ patterns, body: list() });
      if (isOperator(';;')) at++;
    }
    at++;
    return { kind: 'case', word, arms };
  }

  function redirection(): Redirection {
    const token = peek();
    if (token?.kind !== 'operator') return fail();
    at++;
    const { text } = token;
    const kind = text.endsWith('&') ? '&' : (text.replace('-', '') as '<' | '>' | '>>' | '<<');
    const stream = token.stream ?? (text.startsWith('<') ? 0 : 1);
    if (stream > 2) throw new ScriptError(`${stream}: bad file descriptor`);
    return { stream: stream as 0 | 1 | 2, kind, target: takeWord() };
  }

  function simple(redirections: Redirection[]): Node {
    const assignments: { name: string; value: Word }[] = [];
    const words: Word[] = [];
    for (;;) {
      if (isOperator(...REDIRECTIONS)) redirections.push(redirection());
      else if (peek()?.kind === 'word') {
        const word = takeWord();
        const [first] = word;
        const name =
          words.length === 0 && first?.kind === 'text' && !first.quoted ? ASSIGNMENT.exec(first.text)?.[1] : undefined;
        if (name !== undefined && first?.kind === 'text') {
          const value = [{ ...first, text: first.text.slice(name.length + 1) }, ...word.slice(1)];
          assignments.push({ name, value });
        } else words.push(word);
      } else if (isOperator('(') && words.length === 1) return functionNode(words);
      else break;
    }
    if (assignments.length + words.length + redirections.length === 0) fail();
    const node: Node = { kind: 'simple', assignments, words };
    return redirections.length === 0 ? node : { kind: 'redirected', body: node, redirections };
  }

  function functionNode([word]: readonly Word[]): Node {
    const [part] = word ?? [];
    need('(');
    need(')');
    skipLines();
    if (part?.kind !== 'text') return fail();
    return { kind: 'function', name: part.text, body: command() };
  }

  const node = list();
  if (peek()) fail();
  return node;
}
