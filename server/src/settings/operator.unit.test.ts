import { describe, expect, it } from 'vitest';
import { readOperator } from './operator.ts';
import { Settings } from './readers.ts';

const read = (HOSTLER_OPERATOR?: string) => readOperator(new Settings({ HOSTLER_OPERATOR }));

describe('the name of the operator', () => {
  it('is one line of text, or absent', () => {
    expect([read(), read(' '), read(' Zoë Müller '), read('x'.repeat(100))]).toEqual([
      undefined,
      undefined,
      'Zoë Müller',
      'x'.repeat(100),
    ]);
  });

  it.each(['x'.repeat(101), 'Ada\nGrace', 'Ada\u001b[31m', 'Ada\u202eadA', 'Ada\u2028Grace'])('refuses %j', (name) => {
    expect(() => read(name)).toThrow('HOSTLER_OPERATOR must be one line');
  });
});
