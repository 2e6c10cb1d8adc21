import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Returns the licences of the packages of these files: a distribution of the files must include them. */
export async function collectLicences(files: readonly string[]): Promise<string> {
  const folders = new Set(files.flatMap((file) => PACKAGE.exec(file) ?? []));
  const texts = await Promise.all([...folders].sort().map(readLicence));
  return texts.join('\n\n');
}

async function readLicence(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
  return `${name} ${version} (${license})\n\n${text.trim()}`;
}
