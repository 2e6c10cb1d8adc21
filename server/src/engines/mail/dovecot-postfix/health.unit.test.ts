import { expect, it } from 'vitest';
import { adviseOnFolders } from './health.ts';

it('does not report a read-only folder as a missing group membership', () => {
  const maps = '/var/lib/hostler-mail/maps';
  expect(adviseOnFolders('EROFS', maps)).toMatch(/ReadWritePaths=.*read-only/);
  expect(adviseOnFolders('EROFS', maps)).not.toContain('groups');
  expect(adviseOnFolders('EACCES', maps)).toContain('groups postfix and vmail');
});
