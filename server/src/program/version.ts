import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '#kernel/package-folder.ts';

/** Written next to the bundle; contains its commit. */
export const BUILD_FILE = 'build.json';

/** Version of this program. */
export const { version: VERSION } = createRequire(import.meta.url)(join(PACKAGE_FOLDER, 'package.json')) as {
  version: string;
};

/** Commit of this build, with a mark for uncommitted changes; null if unknown. */
export const COMMIT: string | null = readBuild() ?? readHead(join(PACKAGE_FOLDER, '..'));

export const VERSION_TEXT = COMMIT === null ? VERSION : `${VERSION} (${COMMIT})`;

function readBuild(): string | null | undefined {
  try {
    return (JSON.parse(readFileSync(join(import.meta.dirname, BUILD_FILE), 'utf8')) as { commit: string | null })
      .commit;
  } catch {
    return undefined;
  }
}

/** Reads the commit from the files of git when running from the sources, without starting a process. */
function readHead(root: string): string | null {
  try {
    const folder = findGitFolder(join(root, '.git'));
    const head = readFileSync(join(folder, 'HEAD'), 'utf8').trim();
    const [, ref] = /^ref: (.+)$/.exec(head) ?? [];
    const commit = ref === undefined ? head : (readRef(folder, ref) ?? '');
    return /^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, 12) : null;
  } catch {
    return null;
  }
}

/** In a linked work tree, `.git` is a file that names the folder. */
function findGitFolder(path: string): string {
  try {
    const [, folder = ''] = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8')) ?? [];
    return folder;
  } catch {
    return path;
  }
}

function readRef(folder: string, ref: string): string | undefined {
  const common = readOptional(join(folder, 'commondir'))?.trim();
  for (const place of [folder, ...(common === undefined ? [] : [join(folder, common)])]) {
    const loose = readOptional(join(place, ref))?.trim();
    if (loose) return loose;
    const packed = readOptional(join(place, 'packed-refs'))
      ?.split('\n')
      .find((line) => line.endsWith(` ${ref}`));
    if (packed) return packed.split(' ')[0];
  }
  return undefined;
}

function readOptional(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
