import { describe, expect, it } from 'vitest';
import { Type } from '../type.ts';
import { compileUnknownFields, findNearest } from './unknown-fields.ts';

const text = Type.String({ maxLength: 9 });
const rule = Type.Object({ ports: text, networks: Type.Array(text, { maxItems: 9 }) });
const find = compileUnknownFields(
  Type.Object({
    name: text,
    rules: Type.Array(rule, { maxItems: 9 }),
    address: Type.Object({ city: text }),
    settings: Type.Unsafe<object>({ type: 'object' }),
    values: Type.Unsafe<object>({ type: 'object', properties: {}, additionalProperties: { type: 'string' } }),
    closed: Type.Object({ on: text }, { additionalProperties: false }),
  }),
  ['id'],
);
const paths = (body: unknown) => find(body).map(({ path }) => path.join('.'));

describe('unknown fields', () => {
  it('are found at every depth, with the fields that are known there', () => {
    const body = {
      id: 1,
      nmae: 'a',
      rules: [{ ports: '1' }, { source: 'b', networks: ['c'] }],
      address: { town: 'd' },
    };
    expect(find(body)).toEqual([
      { path: ['nmae'], known: ['name', 'rules', 'address', 'settings', 'values', 'closed'] },
      { path: ['rules', 1, 'source'], known: ['ports', 'networks'] },
      { path: ['address', 'town'], known: ['city'] },
    ]);
  });

  it('are not reported where any name is allowed, or where the validator reports them', () => {
    expect(paths({ settings: { a: 1 }, values: { b: '2' }, closed: { off: 3 } })).toEqual([]);
  });

  it('may have the names of inherited properties', () => {
    expect(paths({ constructor: 1, toString: 2, valueOf: 3 })).toEqual(['constructor', 'toString', 'valueOf']);
  });

  it.each([null, 5, 'text', ['a'], { rules: 5, address: ['b'] }, { rules: [null, 5] }])('are not in %j', (body) => {
    expect(find(body)).toEqual([]);
  });

  it('are found up to a limit', () => {
    expect(find(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, 0])))).toHaveLength(50);
  });
});

describe('the nearest field', () => {
  it.each([
    ['source', ['kind', 'sources', 'resource_id'], 'sources'],
    ['hostingId', ['host', 'hosting_id'], 'hosting_id'],
    ['ssh-keys', ['keys', 'ssh_keys'], 'ssh_keys'],
    ['nmae', ['name', 'note'], 'name'],
    ['source', ['protocol', 'ports', 'networks', 'description'], undefined],
    ['x', ['id', 'y'], 'y'],
    ['x', ['id'], undefined],
    ['plan1', ['plan2', 'plan3'], 'plan2'],
    ['name', [], undefined],
  ])('of %s', (name, known, nearest) => {
    expect(findNearest(name, known)).toBe(nearest);
  });

  it('is not looked for if the name is very long', () => {
    expect(findNearest('s'.repeat(65), ['s'.repeat(64)])).toBeUndefined();
  });
});
