import { expect, it } from 'vitest';
import database from '../../packages/database/package.json' with { type: 'json' };
import server from '../../server/package.json' with { type: 'json' };

it('lists every package that the bundled database layer needs, because that layer is not published', () => {
  expect(server.dependencies).toMatchObject(database.dependencies);
  expect(Object.keys(server.dependencies).filter((name) => name.startsWith('@hostler/'))).toEqual([]);
});
