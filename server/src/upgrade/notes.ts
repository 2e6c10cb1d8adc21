import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '#kernel/package-folder.ts';

const HEADING = /^## \[?([^\]\s]+)\]?.*$/m;
const BEFORE = '### Before you upgrade';

/**
 * Returns the items of "Before you upgrade" of all versions after `from`, newest first; of all versions if it is not
 * known. Returns an empty list if the package has no changelog.
 */
export function readUpgradeNotes(from: string | null, changelog = readChangelog()): string[] {
  const sections = changelog.split(/^(?=## )/m).filter((section) => HEADING.test(section));
  const known = sections.findIndex((section) => HEADING.exec(section)?.[1] === from);
  return sections.slice(0, known === -1 ? undefined : known).flatMap(readItems);
}

function readItems(section: string): string[] {
  const [, after = ''] = section.split(`${BEFORE}\n`);
  const [own = ''] = after.split(/^### /m);
  return own
    .split(/^- /m)
    .slice(1)
    .map((item) => toPlainText(item));
}

/** Removes the marks of Markdown: a terminal shows them as they are. */
function toPlainText(item: string): string {
  return item
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|`/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** In the package, the file is beside the program; in a checkout, it is in the folder above. */
function readChangelog(): string {
  for (const folder of [PACKAGE_FOLDER, join(PACKAGE_FOLDER, '..')]) {
    try {
      return readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
    } catch {}
  }
  return '';
}
