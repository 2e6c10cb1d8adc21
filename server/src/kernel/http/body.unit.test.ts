import { describe, expect, it } from 'vitest';
import { findProblem } from './body.ts';

const problemOf = (text: string) => findProblem(Buffer.from(text))?.message;
const nest = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const fields = (count: number) => `{${Array.from({ length: count }, (_, number) => `"f${number}":0`).join(',')}}`;

describe('a body', () => {
  it('may be nested 32 levels, in lists and objects, and no deeper', () => {
    expect(problemOf(nest(32))).toBeUndefined();
    expect(problemOf(nest(33))).toBe('The body is nested deeper than 32 levels.');
    expect(problemOf(`${'{"a":['.repeat(17)}${']}'.repeat(17)}`)).toBe('The body is nested deeper than 32 levels.');
    expect(problemOf(`[${`${nest(31)},`.repeat(100)}0]`)).toBeUndefined();
  });

  it('may have 20,000 values, in lists and objects, and no more', () => {
    const refusal = 'The body has more than 20000 values.';
    expect(problemOf(fields(20_000))).toBeUndefined();
    expect(problemOf(fields(20_001))).toBe(refusal);
    for (const item of ['0', '""', '{}', '[]', ' null ']) {
      expect(problemOf(`[${`${item},`.repeat(20_000)}0]`)).toBe(refusal);
    }
    expect(problemOf(`[${'0,'.repeat(19_999)}0]`)).toBeUndefined();
    expect(problemOf(`[${'{},'.repeat(9_999)}{}]`)).toBeUndefined();
  });

  it('may contain any text', () => {
    for (const text of ['[{:'.repeat(20_000), `\\"${'['.repeat(40)}`, '"', '\\', '\\\\"['.repeat(20_000)]) {
      expect(problemOf(JSON.stringify({ text }))).toBeUndefined();
    }
  });

  it('that is cut off inside a string is left to the parser', () => {
    for (const text of ['"', '"\\', '{"a', '{"a\\"[']) expect(problemOf(text)).toBeUndefined();
  });

  it('that is not UTF-8 is refused', () => {
    expect(findProblem(Buffer.of(0x22, 0xff, 0x22))?.message).toBe('The body is not valid UTF-8.');
  });
});
