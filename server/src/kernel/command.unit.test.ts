import { describe, expect, it } from 'vitest';
import { choice, command, flag, integer, optional, runByName, text, texts } from './command.ts';

const greet = command({
  name: 'greet',
  summary: 'Says what it was given.',
  options: {
    name: text('Whom.'),
    times: integer('How often.', { default: 1 }),
    tone: choice(['warm', 'cold'], 'How.', { default: 'warm' }),
    also_to: texts('Who else.'),
    loudly: flag('Whether.'),
    from: optional(text('Who.')),
  },
  run: async (values) => values,
});

describe('a command called by name', () => {
  it('is given the defaults of what was not said', async () => {
    expect(await runByName([greet], 'greet', { name: 'Ada' })).toEqual({
      name: 'Ada',
      times: 1,
      tone: 'warm',
      also_to: [],
      loudly: false,
      from: undefined,
    });
  });

  it('must exist, and so must its options', async () => {
    await expect(runByName([greet], 'wave', {})).rejects.toThrow('there is no command wave');
    await expect(runByName([greet], 'greet', { name: 'Ada', 'also-to': [] })).rejects.toThrow('no option also-to');
  });
});

describe('the values of a command', () => {
  it('have the types of its options, and no others', () => {
    command({
      name: 'check',
      summary: 'Compiles.',
      options: { id: integer('It.'), tone: choice(['warm', 'cold'], 'How.'), from: optional(text('Who.')) },
      async run({ id, tone, from }) {
        const number: number = id;
        const word: 'warm' | 'cold' = tone;
        // @ts-expect-error An optional text may be absent.
        const name: string = from;
        return { number, word, name };
      },
    });
    command({
      name: 'misspelt',
      summary: 'Does not compile.',
      options: { id: integer('It.') },
      // @ts-expect-error There is no such option.
      run: async ({ ident }) => ({ ident }),
    });
  });
});
