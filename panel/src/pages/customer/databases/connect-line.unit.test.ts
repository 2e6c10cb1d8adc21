import { expect, it } from 'vitest';
import { writeConnectLine } from './connect-line.ts';

const place = { host: 'db.example.com', port: 5432, username: 'a1_shop' };

it('a line for psql asks for the password, or has it', () => {
  const line = 'psql --host=db.example.com --port=5432 --username=a1_shop a1_shop';
  expect(writeConnectLine({ ...place, engine: 'postgresql' })).toBe(line);
  expect(writeConnectLine({ ...place, engine: 'postgresql' }, 'Ab1')).toBe(`PGPASSWORD=Ab1 ${line}`);
});

it('a line for mariadb does too, and what is in a password stays text', () => {
  const line = 'mariadb --host=db.example.com --port=5432 --user=a1_shop';
  expect(writeConnectLine({ ...place, engine: 'mariadb' })).toBe(`${line} --password a1_shop`);
  expect(writeConnectLine({ ...place, engine: 'mariadb' }, "a'$(b)")).toBe(`${line} --password='a'\\''$(b)' a1_shop`);
});
