import { readStatement } from './read-statement.ts';

export type SqlValue = string | number | null | Uint8Array;

/** All declared statements, in order. */
const declared: Statement[] = [];

export function listStatements(): readonly Statement[] {
  return declared;
}

export class Statement {
  /** Name of the prepared statement on PostgreSQL. */
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly string[];
  /** Index of the parameter for each placeholder, in order. SQLite binds by placeholder, PostgreSQL by parameter. */
  readonly placeholders: readonly number[];
  readonly tables: readonly string[];
  readonly written: readonly string[];
  /** Index of the account in the values, so that a write invalidates only the cached reads of that account. */
  readonly accountIndex: number;
  /** Index of the person in the values, for rows that belong to people and to no account. */
  readonly personIndex: number;
  /** For inserts: the variant that takes its id as the first value. */
  readonly withId: Statement | undefined;
  /** For inserts: the table whose next id may be reserved before the row exists; see `idAhead` of tables. */
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

/** Returns the values in the order of the parameters. Throws if one is missing, which must not become NULL. */
export function bind(statement: Statement, given: Readonly<Record<string, SqlValue | undefined>>): SqlValue[] {
  const values: SqlValue[] = [];
  for (const name of statement.parameters) {
    const value = given[name];
    if (value === undefined) throw new Error(`The parameter :${name} is not given to: ${statement.text}`);
    values.push(value);
  }
  return values;
}
