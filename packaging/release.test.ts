import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { copyCheckout } from './testing/copy-checkout.ts';
import { describeShip, RELEASE_PARTS, shared } from './testing/shared.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const MINUTE = 60_000;
const PARTS = RELEASE_PARTS.flatMap((part) => ['--only', part]);
const folder = mkdtempSync(join(tmpdir(), 'hostler-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeShip('release', 'a release', () => {
  const one = () => shared('release');
  const key = () => shared('key');

  it(
    'is the same when it is built elsewhere, without a key, and then says that it is unsigned',
    async () => {
      const clone = join(folder, 'clone');
      copyCheckout(root, clone);
      const environment = { ...process.env, TZ: 'Asia/Kolkata', LC_ALL: 'C', HOSTLER_RELEASE_KEY: '' };
      const build = `umask 077 && npm run -s release -- --allow-dirty --fast --out "$0" ${PARTS.join(' ')}`;
      const options = { cwd: clone, env: environment, maxBuffer: 2 ** 26 };
      const { stderr } = await execute('sh', ['-c', build, join(folder, 'two')], options);
      expect(stderr).toContain('The release is unsigned');
      const read = (file: string) => readFileSync(file, 'utf8').split('\n');
      expect(read(join(folder, 'two/SHA256SUMS'))).toEqual(read(join(one(), 'SHA256SUMS')));
      rmSync(clone, { recursive: true });
    },
    20 * MINUTE,
  );

  it('contains every file, with sums and a signature that the manual can check', () => {
    const names = readdirSync(one()).map((name) =>
      name.replace(/\d+\.\d+\.\d+[^_]*?(?=\.(tgz|cjs|cdx|sources)|_)/, 'V'),
    );
    expect(names.toSorted()).toEqual([
      ...['LICENCES.txt', 'RELEASE-NOTES.md', 'SHA256SUMS', 'SHA256SUMS.sig', 'hostctl-V.cjs', 'hostler-V.cdx.json'],
      ...['hostler-V.sources.tar.gz', 'hostler-V.tgz', 'hostler-sdk-V.tgz', 'hostler_V_amd64.deb'],
      'install.sh',
    ]);
    expect(readFileSync(shared('said'), 'utf8')).toContain('SHA256SUMS is signed.');
    execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: one() });
    writeFileSync(join(folder, 'allowed_signers'), `releases@hostler.example ${readFileSync(`${key()}.pub`, 'utf8')}`);
    expect(verify(readFileSync(join(one(), 'SHA256SUMS')))).toContain('Good "hostler-release" signature');
    expect(() => verify(Buffer.from('0  install.sh\n'))).toThrow();
  });

  function verify(sums: Buffer): string {
    const signature = ['-s', join(one(), 'SHA256SUMS.sig'), '-n', 'hostler-release', '-I', 'releases@hostler.example'];
    const args = ['-Y', 'verify', '-f', join(folder, 'allowed_signers'), ...signature];
    return execFileSync('ssh-keygen', args, { input: sums, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
  }

  it('refuses a folder with files, and an unknown part, with a sentence', async () => {
    const release = (...args: string[]) => execute('npm', ['run', '-s', 'release', '--', ...args], { cwd: root });
    await expect(release('--out', one())).rejects.toThrow('is not empty');
    await expect(release('--only', 'everything')).rejects.toThrow('There is no part everything.');
    expect((await release('--help')).stdout).toContain('--key <file>');
  });
});
