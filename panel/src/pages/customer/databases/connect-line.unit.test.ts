import { expect, it } from 'vitest';
import { writeConnectLine } from './connect-line.ts';

const place = { host: 'db.example.com', port: 5432, username: 'a1_shop' };

it('the psql command prompts for the password, or contains it if it is known', () => {
  const line = 'psql --host=db.example.com --port=5432 --username=a1_shop a1_shop';
  expect(writeConnectLine({ ...place, engine: 'postgresql' })).toBe(line);
  expect(writeConnectLine({ ...place, engine: 'postgresql' }, 'Ab1')).toBe(`PGPASSWORD=Ab1 ${line}`);
});

it('the mariadb command prompts for the password, or contains it with shell characters quoted', () => {
  const line = 'mariadb --host=db.example.com --port=5432 --user=a1_shop';
  expect(writeConnectLine({ ...place, engine: 'mariadb' })).toBe(`${line} --password a1_shop`);
  expect(writeConnectLine({ ...place, engine: 'mariadb' }, "a'$(b)")).toBe(`${line} --password='a'\\''$(b)' a1_shop`);
});
