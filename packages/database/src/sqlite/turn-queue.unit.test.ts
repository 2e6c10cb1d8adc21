import { describe, expect, it } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

describe('a fair queue', () => {
  it('serves owners round-robin, and keeps the order of each', () => {
    const queue = new TurnQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.add(1, item);
    queue.add(2, 'b1');
    expect([queue.next(), queue.next()]).toEqual(['a1', 'b1']);
    queue.add(3, 'c1');
    expect(queue.size).toBe(3);
    expect([queue.next(), queue.next(), queue.next(), queue.next()]).toEqual(['c1', 'a2', 'a3', undefined]);
    expect(queue.size).toBe(0);
  });

  it('serves a new owner first, and a returning owner in its turn', () => {
    const queue = new TurnQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.add(1, item);
    for (const item of ['b1', 'b2']) queue.add(2, item);
    expect([queue.next(), queue.next()]).toEqual(['a1', 'b1']);
    queue.add(3, 'c1');
    expect(queue.next()).toBe('c1');
    queue.add(3, 'c2');
    expect([queue.next(), queue.next(), queue.next(), queue.next()]).toEqual(['a2', 'b2', 'c2', 'a3']);
  });
});
