import { describe, expect, it } from 'vitest';
import { readStatement } from './read-statement.ts';

/** Returns the tables of a statement; a star marks written ones. */
function tablesOf(text: string): string {
  const { tables, written } = readStatement(text);
  expect(written.filter((table) => !tables.includes(table))).toEqual([]);
  return tables
    .map((table) => (written.includes(table) ? `${table}*` : table))
    .sort()
    .join(' ');
}

describe('the parameters of a statement', () => {
  it('are numbered once per name', () => {
    const facts = readStatement(' insert into notes (a, b) select :a, :b from other where c = :a and d in (:e1) ');
    expect(facts.parameters).toEqual(['a', 'b', 'e1']);
    expect(facts.placeholders).toEqual([0, 1, 0, 2]);
    expect(facts.text).toBe('insert into notes (a, b) select $1, $2 from other where c = $1 and d in ($3)');
  });

  it('are found in dialect tokens, and not in casts, strings, names and comments', () => {
    const { parameters, text } = readStatement(
      `select a::text, ':b', "c:d" from {each :rows as r} where a {in :ids} and {(x, id) > (:x, :low)} -- :e
       /* :f */ and x = ':g''s :h'`,
    );
    expect(parameters).toEqual(['rows', 'ids', 'x', 'low']);
    expect(text).toContain(`a::text, ':b', "c:d" from {each $1 as r} where a {in $2} and {(x, id) > ($3, $4)} -- :e`);
  });
});

describe('the tables of a statement', () => {
  it.each([
    ['select 1', ''],
    ['select * from notes', 'notes'],
    ['SELECT * FROM Notes N LEFT OUTER JOIN Tags AS T ON true', 'notes tags'],
    ['select * from "notes" join "Odd ""name"""  on true', 'notes odd "name"'],
    ['select * from public.notes join "public"."tags" on true', 'notes tags'],
    ['select a, b from notes, tags as t, others where a in (1, 2) order by a, b', 'notes others tags'],
    ['select a from notes join tags on f(a, b) and x = 1, others', 'notes others tags'],
    ['select a from notes join tags using (id, x), others', 'notes others tags'],
    [
      'select * from (select * from notes) as n, (tags join others on true), lateral (select 1 from more) as m',
      'more notes others tags',
    ],
    ['select * from ((select a from notes) union all (select a from tags)) as u', 'notes tags'],
    ['select (select count(*) from notes) + (select count(*) from tags) as count', 'notes tags'],
    ['select * from notes where exists (select 1 from tags) or id in (select note_id from links)', 'links notes tags'],
    ['select a from notes union select b from tags order by 1', 'notes tags'],
    ['select a from notes for update of notes, tags', 'notes'],
    ['select a.update, b.from from notes as a', 'notes'],
    ['select count(*) over (order by a desc) from notes', 'notes'],
    ['select extract(epoch from a), trim(both from b) from notes where c is not distinct from d', 'notes'],
    ["select * from notes where a = 'from tags' -- join others\n /* join more */", 'notes'],
    ['select * from {each :rows as r} left join notes on true', 'notes'],
    ['select value from generate_series(1, 3) as g, json_each(:rows), notes', 'notes'],
    ['with recent as (select * from notes) select * from recent join tags on true', 'notes tags'],
    [
      'WITH a AS MATERIALIZED (SELECT * FROM x), b (id) AS NOT MATERIALIZED (SELECT * FROM a, y) SELECT * FROM b, a',
      'x y',
    ],
    ['with notes as (select * from notes where old) select * from notes', 'notes'],
    [
      'with recursive tree as (select 1 from roots union all select 1 from tree join nodes on true) select * from tree',
      'nodes roots',
    ],
    ['select * from (with recent as (select * from notes) select * from recent) as r, recent', 'notes recent'],
    ['insert into notes (a, b) values (:a, :b) returning id', 'notes*'],
    ['insert or ignore into notes (a) values (1)', 'notes*'],
    [
      'INSERT INTO "Notes" SELECT * FROM old_notes WHERE true ON CONFLICT (a) DO UPDATE SET a = excluded.a',
      'notes* old_notes',
    ],
    ['insert into notes with recent as (select * from tags) select * from recent', 'notes* tags'],
    ['update notes set a = 1, b = (select max(b) from tags) where c = :c', 'notes* tags'],
    ['UPDATE ONLY notes AS n SET a = t.a FROM tags AS t, others WHERE true', 'notes* others tags'],
    ['update or ignore notes set a = 1', 'notes*'],
    ['delete from notes where id in (select id from tags)', 'notes* tags'],
    ['DELETE FROM notes USING tags, others AS o WHERE true', 'notes* others tags'],
    ['delete from notes using (select * from tags) as t, others where true', 'notes* others tags'],
    ['with gone as (delete from notes returning id) insert into log (id) select id from gone', 'log* notes*'],
    ['with moved as (update notes set a = 1 returning *) select * from moved', 'notes*'],
    ['savepoint attempt', ''],
  ])('%s', (text, expected) => {
    expect(tablesOf(text)).toBe(expected);
  });
});

describe('an unknown statement is refused when it is declared', () => {
  it.each([
    ['', 'begin with'],
    ['vacuum', 'begin with "vacuum"'],
    ['replace into notes (a) values (1)', 'begin with "replace"'],
    ['merge into notes using tags on true when matched then delete', 'begin with "merge"'],
    ['select * from notes; delete from notes', '"; delete from notes"'],
    ['select * into copies from notes', 'Only an insert'],
    ['select * from', 'before "the end"'],
    ['select * from where a = 1', 'before "where"'],
    ['select * from :table', 'before ":table"'],
    ['insert into (a) values (1)', 'before "("'],
    ['delete notes', 'no "from"'],
    ['select (a from notes', '")" missing'],
    ['select a) from notes', '")" too many'],
    ["select 'a from notes", 'not understood'],
    ["select e'\\'' from notes", 'not understood'],
    ['select $$a$$', 'not understood'],
    ['select $1', 'not understood'],
    ['select * from [notes]', 'not understood'],
    ['select * from `notes`', 'not understood'],
    ['select a from notes {unknown token}', 'not understood'],
    ['with recent select 1', 'no "as"'],
    ['with recent as select 1', 'no query'],
    ['select a from notes fetch first row with ties', 'no "as"'],
  ])('%s', (text, reason) => {
    expect(() => readStatement(text)).toThrow(reason);
    expect(() => readStatement(text)).toThrow(text);
  });
});
