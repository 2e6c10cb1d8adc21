import { describe, expect, it } from 'vitest';
import { listTooSlow, runAlone } from './judge-slow.ts';
import { slowdown } from './processor-time.ts';

const slow = (seconds: number) => ({ project: 'sqlite', file: 'a.test.ts', name: 'a (1) works?', seconds });

describe('listTooSlow', () => {
  it('lists tests over three seconds', () => {
    expect(listTooSlow([slow(2.9), slow(3.1)], 1)).toEqual([slow(3.1)]);
  });

  it('excuses what other processes of the machine took', () => {
    const factor = slowdown({ own: 10, machine: 20 });
    expect(listTooSlow([slow(5.9), slow(6.1)], factor)).toEqual([slow(6.1)]);
  });
});

describe('slowdown', () => {
  it('is never below 1, not even if the times are unknown', () => {
    expect(slowdown({ own: 10, machine: 9 })).toBe(1);
    expect(slowdown({ own: 0, machine: 0 })).toBe(1);
  });
});

describe('runAlone', () => {
  it('runs exactly these tests, one after another', () => {
    const { command } = runAlone([slow(4), { ...slow(4), project: 'postgres' }]);
    expect(command).toEqual(
      expect.arrayContaining(['--maxWorkers=1', '--project=sqlite', '--project=postgres', 'a.test.ts']),
    );
    const pattern = new RegExp(command[command.indexOf('--testNamePattern') + 1] ?? '');
    expect(pattern.test('a (1) works?')).toBe(true);
    expect(pattern.test('a (1) works? too')).toBe(false);
  });
});
