/**
 * All differences between SQLite and PostgreSQL. Statements and migrations use their common SQL with the type names of
 * PostgreSQL; tokens in braces stand for the rest.
 */

/**
 * `{search tickets as t by :match within :low and :high asc limit :limit}`, at the end of a query: see search-index.ts.
 * On PostgreSQL the bounds are compared with `id + 0`, so that no plan can use the primary key. A generic plan does not
 * know the bounds. It would scan the primary key and compute the words of every row, which takes seconds instead of
 * milliseconds.
 */
const SEARCH = /\{search (\w+) as (\w+) by (\$\d+) within (\$\d+) and (\$\d+) (asc|desc) limit (\$\d+)\}/g;

/**
 * `{(account_id, id) > (:account_id, :low)}`, next to a condition that fixes the first column: where to start or end in
 * an index. SQLite cannot use a row comparison that contains the rowid, and PostgreSQL is slower with any alternative
 * (see list-statement.ts).
 */
const BOUND = /\{\((\w+), id\) ([<>]=?) \(([^,]+), (\$\d+)\)\}/g;

const FOLDED = /\{folded ([^{}]+)\}/g;

/**
 * Tokens in statements:
 * - `{skip locked}`: two workers on PostgreSQL claim different rows. SQLite has one writer at a time and does not need
 *   it.
 * - `{for update}`: transactions lock rows in order. SQLite does not need it either.
 * - `{each :rows as r}`: the items of a JSON array as rows with the column `value`, so that one statement processes a
 *   batch.
 * - `id {in :ids}`: one of the numbers of a JSON array, which PostgreSQL looks up in the index. In a join it cannot
 *   know how few rows there are, and may compare every row of the table with each of them.
 * - `{look up id in :ids}`, next to a join with the same JSON array: keeps PostgreSQL from scanning a table that was
 *   small when the plan was made. SQLite looks up each row anyway.
 * - `account_id {one of :account_id}`: an account, in a check that writes which share a commit run for all their
 *   accounts together (postgres/questions.ts). Its rows contain their account.
 * - `{lower name} like :pattern`: compares lower-case letters. `like` of SQLite ignores the case of ASCII letters, which
 *   are all that its `lower` changes.
 * - `{folded name}`, also in indexes: a text to sort by, with ASCII letters in lower case, compared by bytes on both.
 * - `{returning id}`, at the end of an insert: SQLite knows the last rowid anyway and would build a table for the
 *   result.
 */
export function toSqliteStatement(text: string): string {
  return text
    .replace(BOUND, '$1 = $3 and id $2 $4')
    .replace(
      SEARCH,
      (_, table, row, match, low, high, direction, limit) =>
        `${row}.id in (select rowid from ${table}_search where ${table}_search match ${match}
           and rowid > ${low} and rowid <= ${high} order by rowid ${direction} limit ${limit})`,
    )
    .replaceAll(/\{(skip locked|for update|returning id)\}/g, '')
    .replace(/\{each (\$\d+) as (\w+)\}/g, 'json_each($1) as $2')
    .replace(/\{one of (\$\d+)\}/g, '= $1')
    .replace(/\{lower ([^{}]+)\}/g, '$1')
    .replace(FOLDED, 'lower($1)')
    .replace(/\{look up \w+ in (\$\d+)\}/g, '$1 is not null')
    .replace(/\{in (\$\d+)\}/g, 'in (select value from json_each($1))')
    .replace(/\$\d+/g, '?');
}

export function toPostgresStatement(text: string): string {
  return text
    .replace(BOUND, '($1, id) $2 ($3, $4)')
    .replace(
      SEARCH,
      (_, _table, row, match, low, high, _direction, limit) =>
        `search_words(${row}.account_id, ${row}.search_text) @@ cast(${match} as tsquery)
           and ${row}.id + 0 > ${low} and ${row}.id + 0 <= ${high} limit ${limit}`,
    )
    .replaceAll('{skip locked}', 'for update skip locked')
    .replaceAll('{for update}', 'for update')
    .replaceAll('{returning id}', 'returning id')
    .replace(/\{each (\$\d+) as (\w+)\}/g, 'jsonb_array_elements($1::jsonb) as $2(value)')
    .replace(/\{one of (\$\d+)\}/g, '= $1')
    .replace(/\{lower ([^{}]+)\}/g, 'lower($1)')
    .replace(FOLDED, 'lower($1 collate "C")')
    .replace(/\{look up (\w+) in (\$\d+)\}/g, '$1 {in $2}')
    .replace(/\{in (\$\d+)\}/g, '= any(array(select cast(jsonb_array_elements($1::jsonb) as bigint)))');
}

/**
 * Tokens in scripts:
 * - `{id}`: a primary key that is never reused.
 * - `{field payload name}`: a field of the JSON object in a text column.
 * - `{items of ipv4 as a}`: the items of the JSON array of strings in a text column, as rows with the column `value`.
 * - `{clustered}`: stores the rows in the primary key itself, on SQLite.
 * - `{foreign writes}`, `{versions of tickets since 1}`: see versions.ts. SQLite detects writes of other processes
 *   differently.
 * STRICT keeps SQLite from storing text in a number column.
 */
export function toSqliteScript(text: string): string {
  return text
    .replaceAll('{search words};', '')
    .replace(FOLDED, 'lower($1)')
    .replace(/\{(foreign writes|versions of \w+ since \d+)\};/g, '')
    .replace(/\{search index on (\w+)\};/g, (_, table) => toFullTextTable(table))
    .replace(/\{field (\w+) (\w+)\}/g, "$1 ->> '$2'")
    .replace(/\{items of ([\w.]+) as (\w+)\}/g, 'json_each($1) as $2')
    .replaceAll('{id}', 'integer primary key autoincrement')
    .replaceAll('bigint', 'integer')
    .replaceAll('double precision', 'real')
    .replace(/(create table [^;]*\))\s*;/g, '$1 strict;')
    .replace(/(create table [^;]*\))\s*\{clustered\}\s*;/g, '$1 strict, without rowid;');
}

export function toPostgresScript(text: string): string {
  return text
    .replaceAll('{search words};', SEARCH_WORDS)
    .replace(FOLDED, 'lower($1 collate "C")')
    .replaceAll('{foreign writes};', NOTE_FOREIGN_WRITE)
    .replace(/\{versions of (\w+) since (\d+)\};/g, (_, table, since) => toVersionTrigger(table, since))
    .replace(
      /\{search index on (\w+)\};/g,
      // Without fastupdate: a later insert would process the pending list and take as long as hundreds.
      'create index $1_search on $1 using gin (search_words(account_id, search_text)) with (fastupdate = off);',
    )
    .replace(/\{field (\w+) (\w+)\}/g, "$1::json ->> '$2'")
    .replace(/\{items of ([\w.]+) as (\w+)\}/g, 'jsonb_array_elements_text($1::jsonb) as $2(value)')
    .replaceAll('{id}', 'bigint generated by default as identity primary key')
    .replaceAll(' {clustered}', '');
}

/**
 * Returns a contentless full-text table, because the rows hold the text already. A trigger removes deleted rows, and
 * new rows are added in batches.
 */
function toFullTextTable(table: string): string {
  return `
    create virtual table ${table}_search using fts5 (
      words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
    create trigger ${table}_search_forget after delete on ${table}
      when old.id <= (select indexed_to from search_marks where list = '${table}')
      begin delete from ${table}_search where rowid = old.id; end;
    insert into search_marks (list, indexed_to) values ('${table}', 0);`;
}

const SEARCH_WORDS = `
  create function search_words(account bigint, content text) returns tsvector
  language sql immutable strict parallel safe as $words$
    select array_to_tsvector(array(
      select cast(account as text) || 'x' || substr(content, place, 3) from generate_series(1, length(content)) as place))
  $words$;`;

/** Returns the connection name of a program that maintains the versions of this many tables. */
export function nameVersionWriter(tables: number): string {
  return `hostler/${tables}`;
}

/**
 * A single row serves all writers. A writer that finds it locks it, so that it is not deleted before the writer
 * commits.
 */
const NOTE_FOREIGN_WRITE = `
  create function note_foreign_write() returns trigger language plpgsql as $note$
  begin
    perform 1 from foreign_writes limit 1 for key share;
    if not found then
      insert into foreign_writes default values;
    end if;
    return null;
  end
  $note$;`;

function toVersionTrigger(table: string, since: string): string {
  return `
    create trigger ${table}_foreign_write after insert or update or delete or truncate on ${table} for each statement
    when (coalesce(substring(current_setting('application_name') from '^hostler/([0-9]{1,6})'), '0')::integer < ${since})
    execute function note_foreign_write();`;
}
