import { type Token, tokenize } from './sql-tokens.ts';

/** What Hostler must know about a statement before it is ever run. */
export interface StatementFacts {
  /** With a number in place of each name: `$1`. */
  readonly text: string;
  readonly parameters: readonly string[];
  /** For each placeholder in order, which parameter it stands for. */
  readonly placeholders: readonly number[];
  /** Every table it names, read or written. */
  readonly tables: readonly string[];
  /** Those of them it writes. */
  readonly written: readonly string[];
}

/**
 * Cached answers are kept true by what is found here, so what is not understood is refused: when it is declared, which is at
 * start.
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
/** Where these come, the list of tables after `from` is over, and commas mean something else. */
const CLAUSES = new Set(
  'select values where group having window order limit offset fetch union intersect except returning set conflict for'.split(
    ' ',
  ),
);
/** None of them names a table, unless in quotes. */
const RESERVED = new Set([...QUERY, ...CLAUSES, 'from', 'join', 'into', 'using', 'on', 'as', 'by', 'and', 'or', 'not']);
const BEFORE_TABLE = new Set(['only', 'lateral']);

type Names = ReadonlySet<string>;

/** Goes over the words of a statement, one pair of parentheses inside the other, and notes what stands where a table does. */
class TableReader {
  readonly #tokens: readonly Token[];
  /** In lower case; nothing where a token is no word, or the name of a column. */
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

  /** Up to the parenthesis that closes it, or to the end. `around` are the names that stand for queries, not for tables. */
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

  /** An expression, a list of columns, the arguments of a function: `from` in it is none of a query. */
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

  /** After `from`, `join` or a comma between them. */
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

  /** After `insert into`, `update` or `delete from`. */
  #readTarget(): void {
    if (this.#word() === 'into' && !this.#words.slice(0, this.#at).includes('insert')) {
      throw new Error('Only an insert goes into a table.');
    }
    this.#at++;
    // SQLite's `update or ignore`.
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

  /** `with recent (id) as materialized (…), …`: each can be named by what comes after it, by itself where it is recursive. */
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

  /** `join … using (id)`. */
  #listsColumns(ahead: number): boolean {
    return this.#peek(ahead)?.text === '(' && !QUERY.has(this.#word(ahead + 1) ?? '');
  }

  /** Case does not tell names apart here: at worst more is counted as written than was. */
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
