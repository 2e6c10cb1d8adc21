/**
 * All that must differ between SQLite and PostgreSQL. Statements and migrations are written in the part both speak, with
 * PostgreSQL's type names; tokens in braces stand for the rest.
 */

/**
 * `{search tickets as t by :match within :low and :high asc limit :limit}`, at the end of a query: see search-index.ts. On
 * PostgreSQL the bounds are compared with `id + 0`, so that no plan can use the primary key: a generic plan does not know the
 * bounds, scans the primary key and computes the words of every row, which takes seconds where the search index takes
 * milliseconds.
 */
const SEARCH = /\{search (\w+) as (\w+) by (\$\d+) within (\$\d+) and (\$\d+) (asc|desc) limit (\$\d+)\}/g;

/**
 * `{(account_id, id) > (:account_id, :low)}`, beside a condition that keeps the first column at that value: where in an index
 * to begin or end. SQLite cannot use a pair of which one is the row's own number, and PostgreSQL would do worse with anything
 * else (see list-statement.ts).
 */
const BOUND = /\{\((\w+), id\) ([<>]=?) \(([^,]+), (\$\d+)\)\}/g;

/**
 * `{skip locked}`: two workers on PostgreSQL claim different rows; `{for update}`: they wait for each other in the order of
 * the rows. SQLite has one writer at a time and needs neither. `{each :rows as r}`: the items of a JSON array as rows with
 * the one column `value`, so that one statement does a whole batch. `id {in :ids}`: one of the numbers of a JSON array, which
 * PostgreSQL then looks up in the index; joined with them, as rows of which it cannot know how few they are, it may rather
 * compare each row of the table with each of them. `{look up id in :ids}`, beside a join with rows of a JSON array that says the
 * same: for PostgreSQL, which would go on reading the whole table if that was small when it planned; SQLite looks up each row
 * anyway. `account_id {one of :account_id}`: this one, in a question that writes which share a commit ask of all their accounts
 * together (postgres/questions.ts); its rows name their account. `{returning id}`, at the end of an insert: SQLite knows the number of the
 * row it inserted last anyway, and would make a table of what it returns.
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
    .replace(/\{look up (\w+) in (\$\d+)\}/g, '$1 {in $2}')
    .replace(/\{in (\$\d+)\}/g, '= any(array(select cast(jsonb_array_elements($1::jsonb) as bigint)))');
}

/**
 * `{id}`: a primary key that is never given twice. `{field payload name}`: a field of the JSON object in a text column.
 * `{items of ipv4 as a}`: the items of the JSON array of texts in a text column, as rows with the one column `value`.
 * `{clustered}`: the rows stand in the primary key itself, where SQLite can. `{foreign writes}`, `{versions of tickets since
 * 1}`: see versions.ts; SQLite asks for the writes of other processes otherwise. STRICT keeps SQLite from storing text in a
 * number column.
 */
export function toSqliteScript(text: string): string {
  return text
    .replaceAll('{search words};', '')
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
    .replaceAll('{foreign writes};', NOTE_FOREIGN_WRITE)
    .replace(/\{versions of (\w+) since (\d+)\};/g, (_, table, since) => toVersionTrigger(table, since))
    .replace(
      /\{search index on (\w+)\};/g,
      // Kept at once: what is put off is done by some later insert, which then takes as long as hundreds.
      'create index $1_search on $1 using gin (search_words(account_id, search_text)) with (fastupdate = off);',
    )
    .replace(/\{field (\w+) (\w+)\}/g, "$1::json ->> '$2'")
    .replace(/\{items of ([\w.]+) as (\w+)\}/g, 'jsonb_array_elements_text($1::jsonb) as $2(value)')
    .replaceAll('{id}', 'bigint generated by default as identity primary key')
    .replaceAll(' {clustered}', '');
}

/** Without what it indexes, which the rows have already; told of deletions by a trigger, and of new rows in batches. */
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

/** How connections of a program are called that makes the versions of so many tables newer by itself. */
export function nameVersionWriter(tables: number): string {
  return `hostler/${tables}`;
}

/** One row will do for all: whoever finds it there holds it, so that nobody takes it away before they have committed. */
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
