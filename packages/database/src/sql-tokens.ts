export interface Token {
  readonly kind: 'space' | 'text' | 'quoted' | 'dialect' | 'parameter' | 'word' | 'number' | 'sign';
  readonly text: string;
}

const TOKEN = new RegExp(
  [
    // Comments count as space.
    /(?:\s|--.*|\/\*[\s\S]*?\*\/)+/,
    /'(?:[^']|'')*'/,
    /"(?:[^"]|"")+"/,
    // See dialect.ts.
    /\{(?:skip locked|for update|returning id|(?:each|in|one of|look up|lower|folded|search) [^{}]*|\([^{}]*)\}/,
    /:[a-z_]\w*/,
    // Excludes prefixes of a string, as in E'
    // '.
    /[a-z_]\w*(?!')/,
    /\d+(?:\.\d+)?/,
    /::|->>|->|\|\||<>|!=|[<>]=|[-+*/%<>=(),.~&|]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'iy',
);

/**
 * Splits a statement into tokens, which together are the statement again. Throws for SQL that the two databases do not
 * share.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found) throw new Error(`"${text.slice(at, at + 20)}" is not understood.`);
    tokens.push({ kind: kindOf(found[0]), text: found[0] });
  }
  return tokens;
}

/** Returns the kind of a token from its first characters. */
function kindOf(token: string): Token['kind'] {
  const first = token.charCodeAt(0);
  if (isLetter(first)) return 'word';
  if (first <= SPACE || token.startsWith('--') || token.startsWith('/*')) return 'space';
  if (first >= DIGIT_0 && first <= DIGIT_9) return 'number';
  if (first === COLON) return isLetter(token.charCodeAt(1)) ? 'parameter' : 'sign';
  return FIRST[token.charAt(0)] ?? 'sign';
}

const [SPACE, DIGIT_0, DIGIT_9, COLON, UNDERSCORE] = [...' 09:_'].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
];
const FIRST: Readonly<Record<string, Token['kind']>> = { "'": 'text', '"': 'quoted', '{': 'dialect' };

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 97 && lower <= 122) || code === UNDERSCORE;
}
