import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from './kernel/package-folder.ts';

/** Written beside the built files; says what they were built from. */
export const BUILD_FILE = 'build.json';

/** Of this program. */
export const { version: VERSION } = createRequire(import.meta.url)(join(PACKAGE_FOLDER, 'package.json')) as {
  version: string;
};

/** The commit that this program was built from, with a mark if there were changes that are not committed; null if unknown. */
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

/** Runs from its sources: the files of git say it without a process of their own. */
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

/** A work tree beside the clone has a file there that names the folder. */
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
