import { expect, it } from 'vitest';
import { Type } from '../type.ts';
import { compileTrimmer } from './oversize.ts';

const body = Type.Object({
  name: Type.String({ maxLength: 3 }),
  tags: Type.Array(Type.String({ maxLength: 3 }), { maxItems: 2 }),
});

function trim(value: object) {
  const reports: [string, string][] = [];
  const kept = compileTrimmer(body)(value, '', ({ field, message }) => void reports.push([field, message]));
  return { kept, reports };
}

it('keeps a value within the limits unchanged', () => {
  const value = { name: 'abc', tags: ['a', 'b'], unknown: 1 };
  const { kept, reports } = trim(value);
  expect(kept).toBe(value);
  expect(reports).toEqual([]);
});

it('reports and removes lists that are too long, and texts that are too long at any depth', () => {
  expect(trim({ name: 'x'.repeat(7), tags: ['a', 'b', 'c'] })).toEqual({
    kept: { name: undefined, tags: undefined },
    reports: [
      ['name', 'must be at most 3 characters long.'],
      ['tags', 'must have at most 2 items.'],
    ],
  });
  expect(trim({ name: 'a', tags: ['b', 'x'.repeat(7)] })).toEqual({
    kept: { name: 'a', tags: ['b', undefined] },
    reports: [['tags[1]', 'must be at most 3 characters long.']],
  });
});

it('refuses a schema without a limit', () => {
  expect(() => compileTrimmer(Type.Array(Type.Integer()))).toThrow('a list in a request needs maxItems');
  expect(() => compileTrimmer(Type.String())).toThrow('a text in a request needs maxLength');
});
