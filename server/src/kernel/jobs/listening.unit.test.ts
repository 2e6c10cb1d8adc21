import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Listening } from './listening.ts';

const SILENT_AFTER_MS = 4_000;

let time: number;
let listening: Listening;

beforeEach(() => {
  time = 1_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => time);
  listening = new Listening(SILENT_AFTER_MS);
});
afterEach(() => vi.restoreAllMocks());

/** Polls after `afterMs`. The answer takes `waitMs`. Returns the names of silent workers. */
async function ask(afterMs: number, beats: number, waitMs = 0): Promise<string[]> {
  time += afterMs;
  const silent = await listening.ask(() => {
    time += waitMs;
    return [{ name: 'other', beats }];
  });
  return silent.map(({ name }) => name);
}

describe('another worker', () => {
  it('is silent when its count has not changed for long enough', async () => {
    for (let count = 0; count < 8; count++) expect(await ask(500, 7)).toEqual([]);
    expect(await ask(500, 7)).toEqual(['other']);
  });

  it('is not silent while its count changes', async () => {
    for (let count = 0; count < 50; count++) expect(await ask(500, Math.floor(count / 7))).toEqual([]);
  });

  it('is not silent because polls were delayed', async () => {
    for (let count = 0; count < 7; count++) await ask(500, 7);
    expect(await ask(60_000, 7)).toEqual([]);
    for (let count = 0; count < 7; count++) expect(await ask(500, 7)).toEqual([]);
  });

  it('is not silent because the database answered slowly', async () => {
    for (let count = 0; count < 7; count++) await ask(500, 7);
    expect(await ask(500, 7, 3_000)).toEqual([]);
    for (let count = 0; count < 7; count++) expect(await ask(500, 7)).toEqual([]);
  });
});
