import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { Type } from '../type.ts';
import { compileIdReader, compileQueryReader, listQuerySchema, toFeedRequest, toPageRequest } from './parameters.ts';

function refusal(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code} ${(error.details ?? []).map(({ field }) => field).join(',')}`.trim();
  }
}

it('reads and checks a query with a single parameter', () => {
  const read = compileQueryReader(Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1 })) }));
  expect(read({ days: '7', other: 'x' })).toEqual({ days: 7 });
  expect(refusal(() => read({ days: '0' }))).toBe('BAD_REQUEST days');
  expect(compileQueryReader(Type.Object({}))({ days: '0' })).toEqual({});
});

describe('the query of a list', () => {
  const read = compileQueryReader(listQuerySchema({ statuses: ['open', 'closed'] }));

  it('is read with numbers as numbers, without unknown parameters and without defaults', () => {
    expect(read({})).toEqual({});
    expect(
      read({ page: '2', per_page: '10', sort: 'asc', status: 'open', search: 'a b', colour: ['red', 'blue'] }),
    ).toEqual({
      page: 2,
      per_page: 10,
      sort: 'asc',
      status: 'open',
      search: 'a b',
    });
  });

  it('is refused if it is malformed, with the name of the parameter', () => {
    for (const [name, value] of [
      ['page', '0'],
      ['page', '-1'],
      ['page', '1.0'],
      ['page', '1e3'],
      ['page', ''],
      ['page', ' 1'],
      ['page', '99999999999999999'],
      ['per_page', '0'],
      ['per_page', 'all'],
      ['sort', 'up'],
      ['sort', ''],
      ['status', 'lost'],
      ['search', 'x'.repeat(201)],
      ['search', 'a\u0000b'],
      ['search', '\ud800'],
      ['page', ['1', '1']],
      ['search', ['a', 'b']],
    ] as const) {
      expect([name, value, refusal(() => read({ [name]: value }))]).toEqual([name, value, `BAD_REQUEST ${name}`]);
    }
    expect(refusal(() => read({ page: '0', sort: 'up' }))).toBe('BAD_REQUEST page,sort');
  });

  it('becomes a page with the defaults and limits of the specification', () => {
    expect(toPageRequest({})).toEqual({ page: 1, per_page: 25, sort: 'desc', status: undefined, search: undefined });
    expect(toPageRequest({ per_page: 101 })).toMatchObject({ per_page: 100 });
    expect(toPageRequest({ search: '' })).toMatchObject({ search: undefined });
  });
});

describe('the query of a feed', () => {
  it('starts at the beginning with a hundred items, and returns at most a thousand', () => {
    expect(toFeedRequest({})).toEqual({ sort: 'asc', from: 0, limit: 100 });
    expect(toFeedRequest({ after: 7, limit: 1_000 })).toEqual({ sort: 'asc', from: 7, limit: 1_000 });
    expect(toFeedRequest({ sort: 'desc' })).toMatchObject({ sort: 'desc', from: Number.MAX_SAFE_INTEGER });
    expect(toFeedRequest({ sort: 'desc', after: 7, before: 9 })).toMatchObject({ from: 9 });
    expect(toFeedRequest({ limit: 1_001 })).toMatchObject({ limit: 1_000 });
    expect(toFeedRequest({ after: 1e300 })).toMatchObject({ from: Number.MAX_SAFE_INTEGER });
  });
});

describe('an id', () => {
  const read = compileIdReader({ aliases: ['ticket_id'], description: 'x' });

  it('is found in the query or in the body, under any of its names', () => {
    expect(read({ id: '7' }, undefined)).toBe(7);
    expect(read({ ticket_id: '7' }, undefined)).toBe(7);
    expect(read({}, { id: 7 })).toBe(7);
    expect(read({}, { ticket_id: 7 })).toBe(7);
    expect(read({ id: '7' }, { id: 7, ticket_id: 7 })).toBe(7);
    expect(read({ id: '9007199254740991' }, null)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('is missing if none is given', () => {
    for (const [query, body] of [
      [{}, undefined],
      [{ id: '' }, {}],
      [{}, { id: null }],
      [{}, [7]],
      [{}, 'id'],
    ] as const) {
      expect(refusal(() => read(query, body))).toBe('MISSING_ID');
    }
  });

  it('must be one positive integer', () => {
    for (const id of ['0', '-1', '1.5', 'abc', '1e3', '0x1', ' 7', '9007199254740993', ['7', '7'], { a: '7' }]) {
      expect([id, refusal(() => read({ id }, undefined))]).toEqual([id, 'BAD_REQUEST id']);
    }
    for (const id of [0, -1, 1.5, '7', true, [7], {}, 2 ** 53, Number.NaN]) {
      expect([id, refusal(() => read({}, { id }))]).toEqual([id, 'BAD_REQUEST id']);
    }
  });

  it('must be the same in the query, in the body and under all of its names', () => {
    expect(refusal(() => read({ id: '7' }, { id: 8 }))).toBe('BAD_REQUEST id');
    expect(refusal(() => read({ id: '7', ticket_id: '8' }, undefined))).toBe('BAD_REQUEST ticket_id');
    expect(refusal(() => read({}, { id: 7, ticket_id: 8 }))).toBe('BAD_REQUEST ticket_id');
  });
});
