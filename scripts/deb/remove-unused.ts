import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FONT_FILES } from '../../server/src/modules/commerce/invoices/document/fonts.ts';

/** Documents, types, settings of editors and of version control. Licences stay. */
const NAMES = ['*.md', '*.markdown', '*.d.ts', '*.d.mts', '*.d.cts', '*.ts', '*.flow', '*.map', '*.html', '*.sh'];
const SETTINGS = ['.editorconfig', '.eslintrc*', '.npmignore', '.gitignore', '.gitattributes'];
const FOLDERS = ['.github', '.yarn', '.vscode'];
/** Only for compiling, and the package contains what is compiled. */
const FOR_COMPILERS = ['better-sqlite3/deps', 'better-sqlite3/src', 'better-sqlite3/binding.gyp', 'node-addon-api'];

/** Packages of fonts contain many weights, and pictures. */
const FONTS = ['*.ttf', '*.otf', '*.ttf.png', 'font-family.png'].flatMap((name) => ['-o', '-name', name]).slice(1);

/** Removes the files of dependencies that a server never reads. */
export function removeUnused(app: string, cpu: string): void {
  const modules = join(app, 'node_modules');
  const find = (...args: string[]) => execFileSync('find', [modules, ...args], { maxBuffer: 2 ** 26 });
  const ofDependencies = ['-type', 'f', '-not', '-path', `${modules}/hostler/*`];
  for (const path of FOR_COMPILERS) rmSync(join(modules, path), { recursive: true, force: true });
  const anyName = [...NAMES, ...SETTINGS].flatMap((name) => ['-o', '-name', name]).slice(1);
  find(...ofDependencies, '-not', '-iname', 'licen[cs]e*', '(', ...anyName, ')', '-delete');
  const usedFonts = Object.values(FONT_FILES).flatMap(({ from, file }) => ['-not', '-path', join(modules, from, file)]);
  find(...ofDependencies, ...usedFonts, '(', ...FONTS, ')', '-delete');
  for (const name of FOLDERS) find('-depth', '-type', 'd', '-name', name, '-exec', 'rm', '-rf', '{}', '+');
  // Commands, which begin with the name of their interpreter.
  for (const file of find(...ofDependencies, '-print')
    .toString()
    .trim()
    .split('\n')) {
    if (readFileSync(file).subarray(0, 2).toString() === '#!') rmSync(file);
  }
  find('-name', '*.node', '-path', '*/prebuilds/*', '-not', '-name', `linux-${cpu}.node`, '-delete');
  find('-depth', '-type', 'd', '-empty', '-delete');
}
