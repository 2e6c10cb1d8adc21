import { expect, it } from 'vitest';
import { type Migration, refuseDuplicates } from './migrate.ts';

const FIRST: Migration = { id: 'tickets-006', script: '\n  create table notices (\n    id {id}\n  );' };

it('refuses two migrations with the same id and names both', () => {
  const second: Migration = { id: 'tickets-006', script: 'alter table tickets add column reference text;' };
  expect(() => refuseDuplicates([FIRST, second])).toThrow(
    'Two migrations have the id tickets-006: "create table notices (" and "alter table tickets add column reference text;". Give the newer one the next free id.',
  );
});

it('accepts migrations with different ids', () => {
  const migrations = [FIRST, { ...FIRST, id: 'tickets-007' }];
  expect(refuseDuplicates(migrations)).toBe(migrations);
});
