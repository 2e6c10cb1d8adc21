import { expect, it } from 'vitest';
import { adviseOnFolders } from './health.ts';

it('a read-only folder is not reported as a problem of groups', () => {
  const maps = '/var/lib/hostler-mail/maps';
  expect(adviseOnFolders('EROFS', maps)).toMatch(/ReadWritePaths=.*read-only/);
  expect(adviseOnFolders('EROFS', maps)).not.toContain('groups');
  expect(adviseOnFolders('EACCES', maps)).toContain('groups postfix and vmail');
});
