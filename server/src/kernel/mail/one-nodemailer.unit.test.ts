import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('installs one version of nodemailer, so that tests and server send with the same one', () => {
  const lock = readFileSync(new URL('../../../../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, unknown> };
  expect(Object.keys(packages).filter((path) => path.endsWith('node_modules/nodemailer'))).toHaveLength(1);
});
