import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { choice, command, flag, integer, list, optional, text, texts, time } from '#kernel/command.ts';
import { AppError, validationError } from '#kernel/errors.ts';
import { describeCommand, findCommand, formatForPeople, parseOptions, runCommand } from './command-line.ts';
import { explain } from './explain.ts';

const greet = command({
  name: 'guest greet',
  summary: 'Says what it was given.',
  route: { local: 'A test.' },
  options: {
    name: text('Whom.'),
    times: integer('How often.', { default: 1 }),
    tone: choice(['warm', 'cold'], 'How.', { default: 'warm' }),
    also_to: texts('Who else.', { field: 'others' }),
    words: list('Which.', { default: ['hello'] }),
    until: optional(time('When it ends.')),
    loudly: flag('Whether.'),
  },
  run: async (values) => values,
});

const parse = (...args: string[]) => parseOptions(greet, ['--name', 'Ada', ...args]);

describe('the options of a command', () => {
  it('have defaults if they are not given', () => {
    expect(parse()).toEqual({
      name: 'Ada',
      times: 1,
      tone: 'warm',
      also_to: [],
      words: ['hello'],
      until: undefined,
      loudly: false,
    });
  });

  it('are parsed by type', () => {
    const given = ['--times', '2', '--tone', 'cold', '--also-to', 'Bob', '--also-to', 'Cy', '--loudly'];
    expect(parse(...given, '--words', 'good, morning,', '--until', '2027-01-31T12:00:00Z')).toMatchObject({
      times: 2,
      tone: 'cold',
      also_to: ['Bob', 'Cy'],
      words: ['good', 'morning'],
      until: Date.UTC(2027, 0, 31, 12),
      loudly: true,
    });
    expect(parse('--until', '1800000000')).toMatchObject({ until: 1_800_000_000_000 });
  });

  it.each([
    [['--times', 'two'], '--times must be a whole number.'],
    [['--tone', 'hot'], '--tone must be one of: warm, cold.'],
    [['--until', 'tomorrow'], '--until must be a date-time, like 2027-01-31T12:00:00Z.'],
    [['--colour', 'red'], /--colour.* See: hostler guest greet --help/],
    [['--times', '-1'], /^Option '--times' argument is ambiguous\. See: hostler guest greet --help$/],
    [['--name', ' '], '--name must not be empty.'],
    [['--also-to', 'Bob', '--also-to', ''], '--also-to must not be empty.'],
    [['--name', 'Ada\u001b[2J'], '--name must not contain control characters.'],
  ])('are refused with an error message: %j', (args, sentence) => {
    expect(() => parse(...args)).toThrow(sentence);
  });

  it('are shown in help; lists and times as strings', () => {
    const help = describeCommand(greet);
    expect(help).toMatch(/--words string +Which\. \(default: hello\)\n/);
    expect(help).toMatch(/--until string +When it ends\.\n/);
    expect(help).toMatch(/--also-to string +Who else\. \(repeatable\)\n/);
  });
});

describe('errors of a service', () => {
  const read = async (error: unknown) => explain(await runWith(error));
  const runWith = (error: unknown) =>
    runCommand({ ...greet, run: () => Promise.reject(error) }, parse()).catch((thrown: unknown) => thrown);

  it('name the option, which may differ from the field', async () => {
    const details = [
      { field: 'name', message: 'must not be empty.' },
      { field: 'others[1]', message: 'is not known.' },
      { field: 'others.Cy', message: 'is away.' },
      { field: 'weather', message: 'is bad.' },
    ];
    expect(await read(validationError(details))).toBe(
      '--name must not be empty. --also-to[1] is not known. --also-to.Cy is away. weather is bad.',
    );
  });

  it('keep their message', async () => {
    const details = [{ field: 'times', message: 'must be less.' }];
    expect(await read(new AppError('CONFLICT', 'Too often.', { details }))).toBe('Too often. --times must be less.');
    expect(await read(new AppError('CONFLICT', 'Too often.'))).toBe('Too often.');
  });

  it('stay unchanged if they are unexpected', async () => {
    const error = new TypeError('Our fault.');
    expect(await runWith(error)).toBe(error);
  });
});

it('finds a command by its words, and lists similar ones if there is none', () => {
  expect(findCommand([greet], ['guest', 'greet', '--name', 'Ada'])).toEqual({
    command: greet,
    rest: ['--name', 'Ada'],
  });
  expect(() => findCommand([greet], ['guest', 'wave'])).toThrow(
    'There is no command "guest wave". Available commands: guest greet.',
  );
});

it('keeps texts of customers from controlling the terminal or breaking a table', () => {
  const name = 'Ada\u001b[2J\u202e\nof two lines';
  expect(formatForPeople({ name })).toBe('  name  Ada\\u001b[2J\\u202e\nof two lines');
  expect(formatForPeople([{ id: 1, name }])).toBe('id  name\n1   Ada\\u001b[2J\\u202e of two lines');
});

it('names an unknown word, even if it is an option', () => {
  expect(() => findCommand([greet], ['--version'])).toThrow('There is no command "--version". See: hostler --help');
});

it('names the missing file or folder', async () => {
  const open = (path: string) => readFile(path).catch(explain);
  expect(await open('/nowhere/file')).toBe('There is no folder /nowhere.');
  expect(await open('/nowhere')).toBe('There is no file /nowhere.');
  expect(await open('/')).toMatch(/is a folder, not a file/);
});
