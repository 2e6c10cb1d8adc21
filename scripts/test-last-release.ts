// Runs the acceptance suite of the last release, with its program, on databases that the current program made. A
// rolling upgrade has both on the newest schema. HOSTLER_RELEASE=0.1.0 chooses another release. Further arguments go to
// vitest.
import { spawn } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLastRelease, unpackRelease } from '../testing/last-release.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Wraps the released program so that the current program makes a database that does not exist yet. */
function letPresentMigrate(folder: string): void {
  const main = join(folder, 'server/src/main.ts');
  renameSync(main, join(folder, 'server/src/released-main.ts'));
  writeFileSync(
    main,
    `import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
const { HOSTLER_DATABASE_URL: url, HOSTLER_DATA_DIR: folder = 'data' } = process.env;
const [command = '--help'] = process.argv.slice(2);
const needsNone = command === 'listen' || command === 'help' || process.argv.includes('--help');
const isMigrate = command === 'migrate';
if (isMigrate || (!url && !needsNone && !existsSync(folder + '/hostler.db'))) {
  const present = ${JSON.stringify(join(root, 'server/src/main.ts'))};
  const { status } = spawnSync(process.execPath, [present, 'migrate'], { stdio: ['ignore', isMigrate ? 'inherit' : 'ignore', 'inherit'] });
  if (status !== 0 || isMigrate) process.exit(status ?? 1);
}
await import('./released-main.ts');
`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'hostler-last-release-'));
const given = process.argv.slice(2);
const selected = given.some((argument) => argument.startsWith('--project'))
  ? given
  : ['--project', 'sqlite', '--project', 'postgres', ...given];
const files = given.some((argument) => argument.endsWith('.test.ts')) ? [] : ['acceptance'];
try {
  const commit = findLastRelease(process.env.HOSTLER_RELEASE);
  if (!commit) throw new Error('The history does not reach back to the release: clone all of it.');
  unpackRelease(commit, folder);
  letPresentMigrate(folder);
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const tests = spawn('vitest', ['run', ...selected, ...files], {
    cwd: folder,
    env: { ...process.env, PATH },
    stdio: 'inherit',
  });
  process.exitCode = await new Promise<number>((resolve, reject) => {
    tests.once('error', reject);
    tests.once('close', (code) => resolve(code ?? 1));
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
