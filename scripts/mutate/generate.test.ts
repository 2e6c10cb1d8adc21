import { describe, expect, it } from 'vitest';
import { chooseMutations } from './choose.ts';
import { generateMutations } from './generate.ts';

/** Returns every changed line, by the kind of the change. */
function mutate(text: string): Record<string, string[]> {
  const changes = Map.groupBy(generateMutations('a.ts', text), ({ kind }) => kind);
  return Object.fromEntries([...changes].map(([kind, ofKind]) => [kind, ofKind.map(({ after }) => after)]));
}

describe('mutations', () => {
  it('invert comparisons or move their boundary', () => {
    expect(mutate('export const a = b === c;')).toEqual({ '=== to !==': ['export const a = b !== c;'] });
    expect(mutate('export const a = b < c;')).toEqual({ '< to <=': ['export const a = b <= c;'] });
  });

  it('replace the operator, not the same characters in an operand', () => {
    expect(mutate('export const a = f<T>(b) && c;')).toEqual({ '&& to ||': ['export const a = f<T>(b) || c;'] });
    expect(mutate("export const a = '&&' && c;")).toEqual({ '&& to ||': ["export const a = '&&' || c;"] });
  });

  it('swap && and ||, and remove negations', () => {
    expect(mutate('export const a = b && !c;')).toEqual({
      '&& to ||': ['export const a = b || !c;'],
      'negation gone': ['export const a = b && c;'],
    });
  });

  it('replace conditions by true and false, which removes early returns, and remove throws', () => {
    expect(mutate('function f() { if (a) return; }')).toEqual({
      'condition to true': ['function f() { if (true) return; }'],
      'condition to false': ['function f() { if (false) return; }'],
    });
    expect(mutate('throw a;')).toEqual({ 'throw gone': [';'] });
  });

  it('remove calls, await and yield* statements', () => {
    expect(mutate('function* f() { yield* a(); b(); const c = yield* d(); }')).toEqual({
      'yield* gone': ['function* f() { ; b(); const c = yield* d(); }'],
      'call gone': ['function* f() { yield* a(); ; const c = yield* d(); }'],
    });
    expect(mutate('await a();')).toEqual({ 'await gone': [';'] });
  });

  it('multiply named limits by 1,000, and add one to other numbers', () => {
    expect(mutate('const LIMIT = 5;')).toEqual({ 'limit lifted': ['const LIMIT = 5000;'] });
    expect(mutate('f(5);')).toEqual({ 'call gone': [';'], 'number + 1': ['f(6);'] });
  });

  it('remove each field of an object, except human-readable texts', () => {
    expect(mutate("export const a = { b: c, d, description: 'e' };")).toEqual({
      'option gone': ["export const a = { d, description: 'e' };", "export const a = { b: c, description: 'e' };"],
    });
  });

  it('change conditions in SQL, and no other text', () => {
    expect(mutate('const A = sql(`select b from c where d = 1 and e < 2`);')).toEqual({
      'SQL: and to or': ['const A = sql(`select b from c where d = 1 or e < 2`);'],
      'SQL: < to <=': ['const A = sql(`select b from c where d = 1 and e <= 2`);'],
    });
    expect(mutate("export const a = 'this and that';")).toEqual({});
  });

  it('do not change types', () => {
    expect(mutate('type A = 1 | true; let a: 2 = b;')).toEqual({});
    expect(mutate('export const a = (b === c) as true;')).toEqual({
      '=== to !==': ['export const a = (b !== c) as true;'],
    });
  });

  it('have the right position after multi-byte characters', () => {
    const [mutation] = generateMutations('a.ts', '// → über\n\nexport const ä = b === c;\n');
    expect(mutation).toMatchObject({
      line: 3,
      before: 'export const ä = b === c;',
      after: 'export const ä = b !== c;',
      text: '// → über\n\nexport const ä = b !== c;\n',
    });
  });

  it('show a change of several lines completely', () => {
    const [mutation] = generateMutations('a.ts', 'a(\n  b,\n);\nlet c = d;\n');
    expect(mutation).toMatchObject({ line: 1, before: 'a( b, );', after: ';' });
  });
});

describe('the choice of mutations', () => {
  const all = ['a.ts', 'b.ts'].flatMap((file) =>
    generateMutations(file, 'f(1, 2, 3, 4, 5);\nexport const a = b === c;\n'),
  );

  it('is the same for the same seed and differs for another seed', () => {
    const choose = (seed: number) => chooseMutations(all, 6, seed);
    expect(choose(7)).toEqual(choose(7));
    expect(choose(7)).not.toEqual(choose(8));
  });

  it('alternates between files and kinds', () => {
    const chosen = chooseMutations(all, 6, 1);
    expect(chosen.map(({ file }) => file).toSorted()).toEqual(['a.ts', 'a.ts', 'a.ts', 'b.ts', 'b.ts', 'b.ts']);
    expect(new Set(chosen.map(({ file, kind }) => `${file} ${kind}`)).size).toBe(6);
  });

  it('contains all mutations if there are fewer than requested', () => {
    expect(new Set(chooseMutations(all, 1_000, 1))).toEqual(new Set(all));
  });
});
