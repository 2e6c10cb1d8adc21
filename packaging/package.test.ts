import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { describeShip, sharedPackage } from './testing/shared.ts';

const execute = promisify(execFile);
const MEGABYTE = 1_000_000;

describeShip('release', 'the Debian package', () => {
  it('is smaller than 60 MB, although this build is compressed less', () => {
    expect(statSync(sharedPackage()).size).toBeLessThan(60 * MEGABYTE);
  });

  it('has no error or warning of lintian', async () => {
    const tags = ['--suppress-tags', 'initial-upload-closes-no-bugs', '--tag-display-limit', '0'];
    const lintian = execute('lintian', [...tags, '--fail-on', 'error,warning', sharedPackage()]);
    const failed = ({ stdout, message }: Error & { stdout: string }) => ({ stdout: stdout || message });
    expect((await lintian.catch(failed)).stdout).toBe('');
  }, 900_000);
});
