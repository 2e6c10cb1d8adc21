import { describe, it } from 'vitest';
import { choice, command, integer, optional, text } from './command.ts';

describe('the values of a command', () => {
  it('have exactly the types of its options', () => {
    command({
      name: 'check',
      summary: 'Compiles.',
      route: { local: 'A test.' },
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
      route: { local: 'A test.' },
      options: { id: integer('It.') },
      // @ts-expect-error There is no such option.
      run: async ({ ident }) => ({ ident }),
    });
  });
});
