import { describe, expect, it } from 'vitest';
import { AskedBefore, areUnchanged, BoundedMap, TableVersions, weigh } from './cache.ts';
import { Statement } from './statement.ts';

describe('a bounded map', () => {
  it('evicts the oldest entries when it exceeds its maximum weight', () => {
    const map = new BoundedMap<string>(10);
    map.set('a', 'A', 4);
    map.set('b', 'B', 4);
    map.set('c', 'C', 4);
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 'B', 'C']);
    map.set('b', 'B2', 1);
    map.set('d', 'D', 5);
    expect([map.get('b'), map.get('c'), map.get('d')]).toEqual(['B2', 'C', 'D']);
    map.clear();
    expect(map.get('d')).toBeUndefined();
  });

  it('does not store a value heavier than its maximum weight', () => {
    const map = new BoundedMap<string>(10);
    map.set('a', 'A', 11);
    expect(map.get('a')).toBeUndefined();
    map.set('b', 'B', 10);
    expect(map.get('b')).toBe('B');
  });
});

describe('a requested key', () => {
  it('is remembered, unless very many were requested since', () => {
    const asked = new AskedBefore();
    const keys = Array.from({ length: 1000 }, (_, index) => `answer 7 live /api/v1/tickets/show ${index} {}`);
    expect(keys.filter((key) => asked.note(key))).toEqual([]);
    expect(keys.filter((key) => asked.note(key)).length).toBeGreaterThan(950);
    expect(asked.note('')).toBe(false);
    expect(asked.note('')).toBe(true);
  });
});

describe('the weight of a cached value', () => {
  it('includes its bytes and its key', () => {
    const empty = weigh('', {});
    expect(weigh('', 'x'.repeat(1000))).toBe(empty + 1000);
    expect(weigh('k'.repeat(1000), {})).toBeGreaterThanOrEqual(empty + 1000);
  });
});

describe('table versions', () => {
  const read = new Statement('select * from notes join tags on true where account_id = :account_id');
  const readAll = new Statement('select * from notes');
  const write = new Statement('update notes set x = 1 where account_id = :account_id');
  const writeAll = new Statement('delete from tags');

  it('detect whether a dependency was written since', () => {
    const versions = new TableVersions();
    const [one, two, all] = [
      versions.dependenciesOf(read, [1]),
      versions.dependenciesOf(read, [2]),
      versions.dependenciesOf(readAll, []),
    ];
    const unchanged = () => [one, two, all].map(areUnchanged);
    expect(unchanged()).toEqual([true, true, true]);
    versions.noteWrite(write, [2]);
    expect(unchanged()).toEqual([true, false, false]);
    versions.noteWrite(writeAll, []);
    expect(unchanged()).toEqual([false, false, false]);
  });

  it('drop accounts if there are too many, and then treat all accounts as written', () => {
    const versions = new TableVersions();
    for (let count = 0; count < 5; count++) versions.noteWrite(write, [1]);
    const seen = [versions.dependenciesOf(read, [1]), versions.dependenciesOf(read, [2])];
    for (let account = 2; account <= 9_000; account++) versions.noteWrite(write, [account + 1]);
    expect(seen.map(areUnchanged)).toEqual([true, true]);
    for (let account = 9_000; account <= 20_000; account++) {
      versions.noteWrite(write, [account + 1]);
      if (account > 11_000) expect(seen.some(areUnchanged)).toBe(false);
    }
    const later = [versions.dependenciesOf(read, [1]), versions.dependenciesOf(read, [2])];
    versions.noteWrite(write, [1]);
    expect(later.map(areUnchanged)).toEqual([false, true]);
  });
});
