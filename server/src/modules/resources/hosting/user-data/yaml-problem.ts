import { createRequire } from 'node:module';

/** Bounds of a document, so that a hostile one costs little. Real ones of 32 KiB stay far below. */
const MAX_TOKENS = 8_000;
const MAX_DEPTH = 20;
/** An alias repeats a part of the document: a few lines could stand for gigabytes. */
const MAX_ALIASES = 100;

const TOO_LONG = `has more than ${MAX_TOKENS} YAML tokens. Shorten it, or send a script.`;
const TOO_DEEP = `is nested more than ${MAX_DEPTH} levels deep.`;
const TOO_MANY_ALIASES = `has more than ${MAX_ALIASES} YAML aliases.`;

/** Loaded on first use: most processes never need it. */
const loadYaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml');

/** Returns why a document is not acceptable, as the end of a sentence about a field. Undefined if it is. */
export function findYamlProblem(text: string): string | undefined {
  const yaml = loadYaml();
  const excess = findExcess(new yaml.Lexer().lex(text));
  if (excess !== undefined) return excess;
  const lines = new yaml.LineCounter();
  // Comparing all keys of a long map takes too long, and cloud-init accepts duplicates.
  const options = { uniqueKeys: false, prettyErrors: false, logLevel: 'silent', lineCounter: lines } as const;
  const document = yaml.parseDocument(text, options);
  const [error] = document.errors;
  if (error) return `is not valid YAML: ${describeError(error.message, lines.linePos(error.pos[0]).line)}`;
  let isTooDeep = false;
  yaml.visit(document, {
    Collection(_key, _node, path) {
      isTooDeep ||= path.filter(yaml.isCollection).length >= MAX_DEPTH;
      return isTooDeep ? yaml.visit.BREAK : undefined;
    },
  });
  return isTooDeep ? TOO_DEEP : undefined;
}

/** Counts tokens before the document is parsed, which takes much longer and works recursively. */
function findExcess(tokens: Iterable<string>): string | undefined {
  let [count, depth, row, aliases] = [0, 0, 0, 0];
  for (const token of tokens) {
    count += 1;
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    else if (token === '-' || token === '?') row += 1;
    else if (token === '\n') row = 0;
    else if (token.startsWith('*')) aliases += 1;
    if (count > MAX_TOKENS) return TOO_LONG;
    if (depth > MAX_DEPTH || row > MAX_DEPTH) return TOO_DEEP;
    if (aliases > MAX_ALIASES) return TOO_MANY_ALIASES;
  }
  return undefined;
}

function describeError(message: string, line: number): string {
  return `line ${line}: ${message.split('\n')[0]?.replace(/\.?$/, '.')}`;
}
