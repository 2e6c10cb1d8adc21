import { describe, expect, it } from 'vitest';
import { fieldErrors } from '../errors.ts';
import { Id, Line, OneOf, Text } from '../schema.ts';
import { Type } from '../type.ts';
import { compileValidator } from './validation.ts';

const description = 'x';
const validate = compileValidator(
  Type.Object({
    title: Line({ minLength: 1, maxLength: 5, description }),
    text: Type.Optional(Text({ minLength: 2, maxLength: 10, description })),
    kind: Type.Optional(OneOf(['a', 'b'], { description })),
    id: Type.Optional(Id(description)),
    flag: Type.Optional(Type.Boolean({ description })),
    list: Type.Optional(
      Type.Array(Type.String({ maxLength: 5 }), { minItems: 1, maxItems: 2, uniqueItems: true, description }),
    ),
    name: Type.Optional(Type.String({ maxLength: 9, pattern: '^[a-z]+$', 'x-hint': 'must be small letters.' })),
    at: Type.Optional(Type.String({ maxLength: 64, format: 'date-time' })),
  }),
);

const messageFor = (field: string, value: unknown) =>
  validate({ title: 'ok', [field]: value })?.map((detail) => `${detail.field} ${detail.message}`);

describe('a validation message', () => {
  it('describes the problem of the field in a sentence', () => {
    for (const [field, value, expected] of [
      ['title', '', 'title must not be empty.'],
      ['title', 'abcdef', 'title must be at most 5 characters long.'],
      ['title', 7, 'title must be a string.'],
      ['title', null, 'title must be a string.'],
      ['title', 'a\nb', 'title must be one line without control characters or broken Unicode.'],
      ['title', 'a\u202eb', `title ${fieldErrors.direction_control.template}`],
      ['text', 'a', 'text must be at least 2 characters long.'],
      ['text', 'ab\u0000', 'text must not contain control characters or broken Unicode.'],
      ['text', 'ab\ud800', 'text must not contain control characters or broken Unicode.'],
      ['kind', 'c', 'kind must be one of: a, b.'],
      ['id', 0, 'id must be at least 1.'],
      ['id', 1.5, 'id must be an integer.'],
      ['id', '1', 'id must be an integer.'],
      ['id', 2 ** 53, 'id must be at most 9007199254740991.'],
      ['flag', 'true', 'flag must be a boolean.'],
      ['list', [], 'list must not be empty.'],
      ['list', ['a', 'b', 'c'], 'list must have at most 2 items.'],
      ['list', ['a', 'a'], 'list must not name the same item twice.'],
      ['list', 'a', 'list must be an array.'],
      ['list', ['a', 7], 'list[1] must be a string.'],
      ['name', 'A', 'name must be small letters.'],
      ['at', 'yesterday', 'at must be a valid date-time.'],
    ] as const) {
      expect([field, value, messageFor(field, value)]).toEqual([field, value, [expected]]);
    }
  });

  it('appears once per field, for all fields at once', () => {
    expect(validate({ text: '', kind: 'c', id: -1.5 })).toEqual(
      expect.arrayContaining([
        { field: 'title', message: 'is required.', reason: 'required' },
        { field: 'text', message: 'must be at least 2 characters long.', reason: 'too_short', params: { min: 2 } },
        { field: 'kind', message: 'must be one of: a, b.', reason: 'not_one_of', params: { values: 'a, b' } },
        {
          field: 'id',
          message: expect.any(String),
          reason: expect.stringMatching(/^(wrong_type|too_small)$/),
          params: expect.any(Object),
        },
      ]),
    );
    expect(validate({ text: '', kind: 'c', id: -1.5 })).toHaveLength(4);
  });

  it('is about the body if it is not an object', () => {
    for (const body of [[], 'text', 7, true]) {
      expect(validate(body)).toEqual([
        { field: 'body', message: 'must be an object.', reason: 'wrong_type', params: { type: 'an object' } },
      ]);
    }
  });

  it('is absent for a valid body', () => {
    for (const body of [
      { title: 'a' },
      { title: '🎉🎉🎉🎉🎉', text: 'a\n\tb', kind: 'b', id: 1, flag: false, list: ['a'], name: 'a' },
      { title: 'a', unknown: { anything: ['goes'] } },
      { title: 'a', at: '2026-11-15T01:50:36+00:00' },
    ]) {
      expect(validate(body)).toBeUndefined();
    }
  });

  it('is not affected by inherited names', () => {
    expect(validate(JSON.parse('{"__proto__":{"title":"a"}}'))).toEqual([
      { field: 'title', message: 'is required.', reason: 'required' },
    ]);
  });
});
