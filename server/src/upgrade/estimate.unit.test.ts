import { expect, it } from 'vitest';
import { estimateSteps } from './estimate.ts';

const ROWS = { tickets: 400_000, events: 4_000_000, empty: 0 };
const estimate = (script: string) => estimateSteps([{ id: 'a-001', script }], ROWS)[0];

it.each([
  ['create index by_age on tickets (created_at);', ['tickets'], 2],
  ['create unique index by_age on events (created_at);', ['events'], 20],
  ["update tickets set note = 'a; b';", ['tickets'], 10],
  ['insert into totals (list, count) select 1, count(*) from events;', ['events'], 100],
  ['delete from tickets where created_at < 5;', ['tickets'], 10],
  ['create table tickets_new as select id from tickets;', ['tickets'], 10],
  ['alter table tickets alter column note set not null;', ['tickets'], 10],
  ['create index one on tickets (a); create index two on tickets (b);', ['tickets'], 4],
  ['update tickets set note = 1; update events set note = 1;', ['tickets', 'events'], 110],
])('estimates %s from the rows of its tables', (script, tables, seconds) => {
  expect(estimate(script)).toMatchObject({ tables });
  expect(Math.round(estimate(script)?.seconds ?? 0)).toBe(seconds);
});

it.each([
  'create table fresh (id integer primary key); create index fresh_id on fresh (id);',
  'alter table tickets add column note text;',
  'create index by_age on empty (created_at);',
  'create trigger t after delete on tickets begin delete from events where id = old.id; end;',
])('expects no growing work of %s', (script) => {
  expect(estimate(script)).toMatchObject({ rows: 0, tables: [], seconds: 0.02, breaks: false });
});
