import { describe, expect, it } from 'vitest';
import { choice, command, file, flag, integer, list, optional, prose, text, texts, time } from '../command.ts';
import { type CommandOperation, listOperations } from '../command-route.ts';
import { EVERY_ROLE } from '../staff-roles.ts';
import { bodySchema, querySchema, readValues } from './command-fields.ts';
import { compileValidator } from './validation.ts';

const reply = command({
  name: 'ticket reply',
  route: { roles: EVERY_ROLE, fixed: { 'by-mail': true } },
  summary: 'Reply to a ticket.',
  options: {
    id: integer('Number of the ticket.'),
    message: prose('The message.'),
    tags: list('The tags.', { default: ['new'] }),
    also: texts('Other recipients.'),
    subject: optional(text('The subject.')),
    urgency: choice(['low', 'high'], 'How urgent it is.', { default: 'low' }),
    'due-at': optional(time('When it is due.')),
    picture: optional(file('A picture.')),
    hours: integer('Hours of work.', { default: 1 }),
    close: flag('Close the ticket.'),
    'by-mail': flag('Send it by mail.'),
  },
  run: async (values) => values,
});
const [operation] = listOperations(reply) as [CommandOperation];
const read = (given: object) => readValues(operation, { id: 7, message: 'Hello', ...given });
const DEFAULTS = {
  ...{ id: 7, message: 'Hello', tags: ['new'], also: [], subject: undefined, urgency: 'low', 'due-at': undefined },
  ...{ picture: undefined, hours: 1, close: false, 'by-mail': true },
};

describe('the values of a command', () => {
  it('are the defaults for fields that are absent or null, and the fixed ones', () => {
    expect(read({})).toEqual(DEFAULTS);
    expect(read({ tags: null, subject: null, hours: null, close: null, 'by-mail': false })).toEqual(DEFAULTS);
  });

  it.each([
    ['tags', ['a', 'b'], ['a', 'b']],
    ['tags', ' a,b ,', ['a', 'b']],
    ['tags', '', []],
    ['also', 'a, b', ['a, b']],
    ['also', ['a', 'b'], ['a', 'b']],
    ['message', 'two\nlines', 'two\nlines'],
    ['hours', 0, 0],
    ['close', true, true],
    ['close', 'true', true],
    ['close', 'false', false],
    ['due_at', '2027-01-31T12:00:00Z', Date.UTC(2027, 0, 31, 12)],
    ['picture', 'aGk=', Buffer.from('hi')],
  ])('are read from the field %s: %j', (field, sent, value) => {
    expect(read({ [field]: sent })).toEqual({ ...DEFAULTS, [field.replace('_', '-')]: value });
  });

  it('name every invalid field at once', () => {
    const given = {
      ...{ message: ' ', tags: ['a', '\u0007'], also: ['a', ''], subject: 'a\u202eb' },
      ...{ due_at: 'soon', picture: '' },
    };
    expect(() => read(given)).toThrow(
      expect.objectContaining({
        details: [
          expect.objectContaining({ field: 'message', reason: 'empty' }),
          expect.objectContaining({ field: 'tags', reason: 'control_characters' }),
          expect.objectContaining({ field: 'also', reason: 'empty' }),
          expect.objectContaining({ field: 'subject', reason: 'direction_control' }),
          expect.objectContaining({ field: 'due_at', reason: 'not_date_time' }),
          expect.objectContaining({ field: 'picture', reason: 'not_base64_file' }),
        ],
      }),
    );
  });

  it('need the record and the required fields', () => {
    expect(() => read({ id: undefined })).toThrow(expect.objectContaining({ code: 'MISSING_ID' }));
    expect(() => read({ message: undefined })).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ field: 'message', reason: 'required' })] }),
    );
  });
});

describe('the schema of a command', () => {
  const validate = compileValidator(bodySchema(operation));
  const problems = (given: object) => (validate({ message: 'Hello', ...given }) ?? []).map(({ field }) => field);

  it.each([
    ['hours', 0, -1],
    ['hours', 5, '5'],
    ['urgency', 'high', 'medium'],
    ['close', true, 'true'],
    ['picture', 'aGk=', 'a b'],
    ['subject', 'one line', 'two\nlines'],
    ['message', 'x'.repeat(65_536), 'x'.repeat(65_537)],
    ['tags', Array(1_000).fill('a'), Array(1_001).fill('a')],
    ['also', 'a', 5],
    ['due_at', 'x'.repeat(100), 'x'.repeat(101)],
  ])('limits the field %s', (field, allowed, refused) => {
    expect(problems({ [field]: allowed })).toEqual([]);
    expect(problems({ [field]: refused })).toEqual([field]);
  });

  it('leaves out the record and the fixed values of a body, and has the record in a query', () => {
    const body = Object.keys(bodySchema(operation).properties);
    expect(body).toEqual([...['message', 'tags', 'also', 'subject', 'urgency', 'due_at', 'picture', 'hours', 'close']]);
    expect(Object.keys(querySchema(operation).properties)).toEqual(['id', ...body]);
    const query = compileValidator(querySchema(operation));
    expect(query({ id: 7, message: 'Hello', close: 'false' })).toBeUndefined();
    expect(query({ id: 7, message: 'Hello', close: 'no' })).toMatchObject([{ field: 'close' }]);
  });
});
