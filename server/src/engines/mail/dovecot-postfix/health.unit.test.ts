import { expect, it } from 'vitest';
import { adviseOnFolders } from './health.ts';

it('a folder that may only be read is no matter of groups', () => {
  const maps = '/var/lib/hostler-mail/maps';
  expect(adviseOnFolders('EROFS', maps)).toMatch(/ReadWritePaths=.*read-only/);
  expect(adviseOnFolders('EROFS', maps)).not.toContain('groups');
  expect(adviseOnFolders('EACCES', maps)).toContain('groups postfix and vmail');
});
