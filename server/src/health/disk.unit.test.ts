import { expect, it } from 'vitest';
import { checkSqlite } from './disk.ts';

it('reports a disk that is filling up before writes fail', () => {
  expect(checkSqlite('/data', { freeBytes: 2 ** 30 })).toMatchObject({ detail: 'SQLite in /data', advice: null });
  expect(checkSqlite('/data', { freeBytes: 100 * 2 ** 20 })).toMatchObject({
    reachable: true,
    detail: 'The disk of /data has 100 MiB left.',
    advice: expect.stringContaining('Free some space'),
  });
});
