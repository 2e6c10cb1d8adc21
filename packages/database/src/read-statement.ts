import { type Token, tokenize } from './sql-tokens.ts';

/** Facts about a statement that are needed before it runs. */
export interface StatementFacts {
  /** With numbered placeholders: `$1`. */
  readonly text: string;
  readonly parameters: readonly string[];
  /** Index of the parameter for each placeholder, in order. */
  readonly placeholders: readonly number[];
  /** All tables it names, read or written. */
  readonly tables: readonly string[];
  /** Tables it writes. */
  readonly written: readonly string[];
}

/**
 * Parses a statement. Cache invalidation relies on the result, so a statement that is not understood is refused when it
 * is declared, at start.
 */
export function readStatement(text: string): StatementFacts {
  try {
    const tokens = tokenize(text.trim());
    return { ...numberParameters(tokens), ...new TableReader(tokens).read() };
  } catch (error) {
    throw new Error(`${(error as Error).message} The statement is: ${text.trim()}`);
  }
}

function numberParameters(tokens: readonly Token[]) {
  const parameters: string[] = [];
  const placeholders: number[] = [];
  const numbered = (name: string) => {
    if (!parameters.includes(name)) parameters.push(name);
    const index = parameters.indexOf(name);
    placeholders.push(index);
    return `$${index + 1}`;
  };
  const text = tokens.map(({ kind, text }) => {
    if (kind === 'parameter') return numbered(text.slice(1));
    return kind === 'dialect' ? text.replace(/:(\w+)/g, (_, name: string) => numbered(name)) : text;
  });
  return { text: text.join(''), parameters, placeholders };
}

const QUERY = new Set(['select', 'with', 'values', 'insert', 'update', 'delete']);
const CONTROL = new Set(['savepoint', 'release', 'rollback']);
/** Keywords that end the list of tables after `from`. Commas after them have another meaning. */
const CLAUSES = new Set(
  'select values where group having window order limit offset fetch union intersect except returning set conflict for'.split(
    ' ',
  ),
);
/** Keywords that are no table names, unless quoted. */
const RESERVED = new Set([...QUERY, ...CLAUSES, 'from', 'join', 'into', 'using', 'on', 'as', 'by', 'and', 'or', 'not']);
const BEFORE_TABLE = new Set(['only', 'lateral']);

type Names = ReadonlySet<string>;

/** Walks the tokens of a statement, recursively by parentheses, and collects the names in table positions. */
class TableReader {
  readonly #tokens: readonly Token[];
  /** Words in lower case; undefined for other tokens and for column names. */
  readonly #words: readonly (string | undefined)[];
  readonly #tables = new Set<string>();
  readonly #written = new Set<string>();
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens.filter(({ kind }) => kind !== 'space');
    this.#words = this.#tokens.map(({ kind, text }, at) =>
      kind === 'word' && this.#tokens[at - 1]?.text !== '.' ? text.toLowerCase() : undefined,
    );
  }

  read(): { tables: string[]; written: string[] } {
    const verb = this.#word() ?? '';
    if (QUERY.has(verb)) this.#readQuery(new Set());
    else if (!CONTROL.has(verb)) throw new Error(`A statement does not begin with "${verb}".`);
    else this.#at = this.#tokens.length;
    if (this.#at < this.#tokens.length) throw new Error('There is a ")" too many.');
    return { tables: [...this.#tables], written: [...this.#written] };
  }

  /** Reads up to the closing parenthesis or the end. `around` contains names of queries, which are no tables. */
  #readQuery(around: Names, inTables = false): void {
    let names = around;
    let listing = inTables;
    for (let token = this.#peek(); token && token.text !== ')'; token = this.#peek()) {
      const word = this.#word();
      if (word !== undefined && CLAUSES.has(word)) listing = false;
      if (word === 'with') names = this.#readNamedQueries(names);
      else if (word === 'into' || (word === 'update' && !this.#follows('do', 'for', 'key'))) this.#readTarget();
      else if (word === 'delete') this.#readDeletion();
      else if ((word === 'from' && !this.#follows('distinct')) || (word === 'using' && !this.#listsColumns(1))) {
        this.#at++;
        this.#readTable(names);
        listing = true;
      } else if (word === 'join' || (listing && token.text === ',')) {
        this.#at++;
        this.#readTable(names);
      } else this.#readOther(names);
    }
  }

  /** Reads an expression, a list of columns or function arguments. A `from` in it belongs to no query. */
  #readOther(names: Names): void {
    const opens = this.#peek()?.text === '(';
    const isAlias = this.#word() === 'as';
    this.#at++;
    if (opens) this.#readParentheses(names);
    else if (isAlias && this.#peek()?.kind === 'word' && this.#peek(1)?.text !== '(') this.#at++;
  }

  #readParentheses(names: Names): void {
    if (QUERY.has(this.#word() ?? '')) this.#readQuery(names);
    else while (this.#peek() && this.#peek()?.text !== ')') this.#readOther(names);
    this.#close();
  }

  /** Reads a table after `from`, `join` or a comma between them. */
  #readTable(names: Names): void {
    while (BEFORE_TABLE.has(this.#word() ?? '')) this.#at++;
    const token = this.#peek();
    if (token?.kind === 'dialect') this.#at++;
    else if (token?.text === '(') {
      this.#at++;
      const isQuery = QUERY.has(this.#word() ?? '');
      if (!isQuery) this.#readTable(names);
      this.#readQuery(names, !isQuery);
      this.#close();
    } else {
      const name = this.#readName();
      // With arguments it is a function.
      if (this.#peek()?.text !== '(' && !names.has(name)) this.#tables.add(name);
    }
  }

  /** Reads the table after `insert into`, `update` or `delete from`. */
  #readTarget(): void {
    if (this.#word() === 'into' && !this.#words.slice(0, this.#at).includes('insert')) {
      throw new Error('Only an insert may contain "into".');
    }
    this.#at++;
    // `update or ignore` of SQLite.
    if (this.#word() === 'or') this.#at += 2;
    if (this.#word() === 'only') this.#at++;
    const name = this.#readName();
    this.#tables.add(name);
    this.#written.add(name);
  }

  #readDeletion(): void {
    this.#at++;
    if (this.#word() !== 'from') throw new Error('After "delete" there is no "from".');
    this.#readTarget();
  }

  /**
   * Reads `with recent (id) as materialized (…), …`. Later parts may refer to each name; a recursive query may refer to
   * itself.
   */
  #readNamedQueries(around: Names): Names {
    const names = new Set(around);
    this.#at++;
    const recursive = this.#word() === 'recursive';
    if (recursive) this.#at++;
    for (let more = true; more; more = this.#skip(',')) {
      const name = this.#readName();
      if (recursive) names.add(name);
      if (this.#skip('(')) this.#readParentheses(names);
      if (!this.#skip('as')) throw new Error(`After "with ${name}" there is no "as".`);
      this.#skip('not');
      this.#skip('materialized');
      if (!this.#skip('(')) throw new Error(`After "with ${name} as" there is no query.`);
      this.#readParentheses(names);
      names.add(name);
    }
    return names;
  }

  /** Recognises `join … using (id)`. */
  #listsColumns(ahead: number): boolean {
    return this.#peek(ahead)?.text === '(' && !QUERY.has(this.#word(ahead + 1) ?? '');
  }

  /** Reads a name. Ignores case: at worst more tables count as written than were. */
  #readName(): string {
    const token = this.#peek();
    const isName = token?.kind === 'quoted' || (token?.kind === 'word' && !RESERVED.has(token.text.toLowerCase()));
    if (!token || !isName) throw new Error(`There is no name of a table before "${token?.text ?? 'the end'}".`);
    this.#at++;
    if (this.#skip('.')) return this.#readName();
    const name = token.kind === 'quoted' ? token.text.slice(1, -1).replaceAll('""', '"') : token.text;
    return name.toLowerCase();
  }

  #close(): void {
    if (!this.#skip(')')) throw new Error('There is a ")" missing.');
  }

  #skip(text: string): boolean {
    const isNext = (this.#word() ?? this.#peek()?.text) === text;
    if (isNext) this.#at++;
    return isNext;
  }

  #follows(...words: string[]): boolean {
    return words.includes(this.#word(-1) ?? '');
  }

  #word(ahead = 0): string | undefined {
    return this.#words[this.#at + ahead];
  }

  #peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead];
  }
}
