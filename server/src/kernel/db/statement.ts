import { readStatement } from './read-statement.ts';

export type SqlValue = string | number | null | Uint8Array;

/** All there are, in the order they were declared: few, and made once. */
const declared: Statement[] = [];

export function listStatements(): readonly Statement[] {
  return declared;
}

export class Statement {
  /** The name under which PostgreSQL keeps the prepared statement. */
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly string[];
  /** For each placeholder in order, which parameter it stands for; SQLite binds by placeholder, PostgreSQL by parameter. */
  readonly placeholders: readonly number[];
  readonly tables: readonly string[];
  readonly written: readonly string[];
  /** Where in the values the account stands, so that a write invalidates that account's cached reads only. */
  readonly accountIndex: number;
  /** The same of the person, for what belongs to people and to no account. */
  readonly personIndex: number;
  /** For inserts: the twin that takes its id as the first value. */
  readonly withId: Statement | undefined;
  /** For inserts: the table whose next id may be given out before the row is there; see `idAhead` of tables. */
  readonly idsOf: string | undefined;

  constructor(text: string, { withId, idsOf }: Partial<Pick<Statement, 'withId' | 'idsOf'>> = {}) {
    const facts = readStatement(text);
    this.name = `h${declared.push(this)}`;
    this.text = facts.text;
    this.parameters = facts.parameters;
    this.placeholders = facts.placeholders;
    this.tables = facts.tables;
    this.written = facts.written;
    this.accountIndex = facts.parameters.indexOf('account_id');
    this.personIndex = facts.parameters.indexOf('person_id');
    this.withId = withId;
    this.idsOf = idsOf;
  }
}

/** Values in the order of the parameters. One that was forgotten must not become a NULL. */
export function bind(statement: Statement, given: Readonly<Record<string, SqlValue | undefined>>): SqlValue[] {
  const values: SqlValue[] = [];
  for (const name of statement.parameters) {
    const value = given[name];
    if (value === undefined) throw new Error(`The parameter :${name} is not given to: ${statement.text}`);
    values.push(value);
  }
  return values;
}
