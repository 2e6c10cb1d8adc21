import type { Migration } from '@hostler/database';
import { describe, expect, it } from 'vitest';
import { checkSteps, hashStep } from './check-steps.ts';

const FIRST: Migration = {
  id: 'a-001',
  script: `
    create table notes (id {id}, account_id bigint not null, name text not null unique, place text not null, size bigint default 1, done_at bigint);
    create unique index notes_by_size on notes (account_id, size);
    create index notes_by_account on notes (account_id, id);`,
};
const released = { version: '1.0.0', steps: { 'a-001': hashStep(FIRST) } };

function check(script: string, more: Partial<Migration> = {}, changelog = '## [Unreleased]\n'): string[] {
  return checkSteps([FIRST, { id: 'a-002', script, ...more }], released, changelog);
}

/** Replaces the table, as a migration does when a column cannot be altered. */
const remake = (definition: string) => `
  create table other (id {id}, account_id bigint not null, name text not null unique, place text not null, ${definition});
  create unique index others_by_size on other (account_id, size);
  insert into other select * from notes; drop table notes; alter table other rename to notes;`;

describe('a migration that breaks the previous release', () => {
  it.each([
    ['a dropped table', 'drop table notes;', 'The table notes is gone.'],
    ['a renamed table', 'alter table notes rename to remarks;', 'The table notes is gone.'],
    ['a dropped column', 'alter table notes drop column done_at;', 'The column notes.done_at is gone.'],
    ['a renamed column', 'alter table notes rename column done_at to ended_at;', 'The column notes.done_at is gone.'],
    ['a different column type', remake('size text default 1, done_at bigint'), 'notes.size is text and was integer.'],
    [
      'a new not null constraint',
      remake('size bigint default 1, done_at bigint not null'),
      'notes.done_at must not be null any more.',
    ],
    ['a removed default', remake('size bigint, done_at bigint'), 'notes.size has no default any more.'],
    [
      'a new required column',
      `${remake('size bigint default 1, done_at bigint, kind text not null').replace('select *', `select *, ''`)}`,
      'notes.kind is required: rows that are written without it are refused.',
    ],
    [
      'a column that may be null now',
      'alter table notes drop column place; alter table notes add column place text;',
      'notes.place may be null now, and is read as a value.',
    ],
    ['a new unique index', 'create unique index notes_of on notes (done_at);', 'notes (done_at) is unique now.'],
    [
      'a new unique index whose new column has a default',
      `alter table notes add column kind text not null default ''; create unique index notes_of on notes (account_id, kind);`,
      'notes (account_id, kind) is unique now.',
    ],
    ['a removed unique index', 'drop index notes_by_size;', 'notes (account_id, size) is not unique any more'],
    [
      'a new reference',
      `create table accounts (id {id}); alter table notes add column owner_id bigint;
       ${remake('size bigint default 1, done_at bigint references accounts (id), owner_id bigint')}`,
      'notes.done_at → accounts is a reference now.',
    ],
    ['a new check', remake('size bigint default 1 check (size > 0), done_at bigint'), 'notes has a check now.'],
    [
      'a new trigger',
      'create trigger noted after insert on notes begin delete from notes where size = 0; end;',
      'notes has a trigger now: noted.',
    ],
    ['deleted rows', 'delete from notes where size = 1;', 'Rows of notes are deleted.'],
    [
      'other values in a column that the previous release reads',
      `update notes set size = case when name = 'x = 1' then 2 else 3 end where done_at = 4;`,
      'notes.size of rows that are there is set to something else.',
    ],
    [
      'a table filled while it is locked',
      'alter table notes add column kind text; update notes set kind = name;',
      'notes is changed and filled in one step',
    ],
  ])('is refused with %s', (_, script, problem) => {
    const problems = check(script);
    expect(problems.map((sentence) => sentence.split(': ').slice(1).join(': '))).toContainEqual(
      expect.stringContaining(problem),
    );
    expect(problems.every((sentence) => sentence.startsWith('a-002: '))).toBe(true);
    expect(check(script, { harmless: 'Nobody uses it.' })).toEqual([]);
    expect(check(script, { breaks: true }, '## [Unreleased]\n- Breaks 1.0.0: a-002 …\n')).toEqual([]);
  });
});

describe('a compatible migration', () => {
  it.each([
    [
      'adds a table and a column',
      `create table more (id {id}, name text not null); alter table notes add column kind text not null default '';`,
    ],
    ['makes new columns unique', 'alter table notes add column key text; create unique index notes_k on notes (key);'],
    ['fills a column that was added before', 'update notes set kind = name;'],
    ['drops an index that is not unique', 'drop index notes_by_account;'],
    ['changes a table that no release has', 'create table new (id {id}, a text); alter table new drop column a;'],
  ])('is accepted if it %s', (what, script) => {
    const before = what.startsWith('fills')
      ? [{ id: 'a-001b', script: 'alter table notes add column kind text;' }]
      : [];
    expect(checkSteps([FIRST, ...before, { id: 'a-002', script }], released, '')).toEqual([]);
  });
});

it('refuses a changed script of a released migration', () => {
  expect(checkSteps([{ id: 'a-001', script: 'create table notes (id {id});' }], released, '')).toEqual([
    'a-001: Version 1.0.0 was released with another script. Add a step instead.',
  ]);
  expect(checkSteps([], released, '')).toEqual(['a-001: Version 1.0.0 has this step; it cannot be taken away.']);
});

it('requires a line in the changelog for a migration that breaks the previous release', () => {
  const sentence = 'a-002: It breaks the version before; CHANGELOG.md has no line for it that begins with "Breaks".';
  expect(check('drop table notes;', { breaks: true })).toEqual([sentence]);
  expect(check('drop table notes;', { breaks: true }, '## [Unreleased]\n## [1.0.0]\n- Breaks a-002\n')).toEqual([
    sentence,
  ]);
});
