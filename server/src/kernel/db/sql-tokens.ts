export interface Token {
  readonly kind: 'space' | 'text' | 'quoted' | 'dialect' | 'parameter' | 'word' | 'number' | 'sign';
  readonly text: string;
}

/** Comments count as space. What stands in braces is of dialect.ts. */
const TOKEN = new RegExp(
  [
    /(?<space>(?:\s|--.*|\/\*[\s\S]*?\*\/)+)/,
    /(?<text>'(?:[^']|'')*')/,
    /(?<quoted>"(?:[^"]|"")+")/,
    /(?<dialect>\{(?:skip locked|for update|(?:each|in|search) [^{}]*|\([^{}]*)\})/,
    /(?<parameter>:[a-z_][a-z_0-9]*)/,
    /(?<word>[a-z_]\w*(?!'))/,
    /(?<number>\d+(?:\.\d+)?)/,
    /(?<sign>::|->>|->|\|\||<>|!=|[<>]=|[-+*/%<>=(),.~&|])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'iy',
);

/** The parts of a statement; together they are the statement again. What is not in the SQL of both databases is refused. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    const [kind] = Object.entries(found?.groups ?? {}).find(([, part]) => part !== undefined) ?? [];
    if (!found || !kind) throw new Error(`"${text.slice(at, at + 20)}" is not understood.`);
    tokens.push({ kind: kind as Token['kind'], text: found[0] });
  }
  return tokens;
}
