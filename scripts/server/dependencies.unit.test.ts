import { expect, it } from 'vitest';
import database from '../../packages/database/package.json' with { type: 'json' };
import server from '../../server/package.json' with { type: 'json' };

it('the server package lists every dependency of the bundled database layer, which is not published', () => {
  expect(server.dependencies).toMatchObject(database.dependencies);
  expect(Object.keys(server.dependencies).filter((name) => name.startsWith('@hostler/'))).toEqual([]);
});
