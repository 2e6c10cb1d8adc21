import { readdirSync, readFileSync } from 'node:fs';

const settingsFolder = new URL('../../server/src/settings/', import.meta.url);
/** Line length of the formatter. */
const LINE = 120;
const releasedFile = new URL('../migrations/released.json', import.meta.url);

/** File written by `npm run docs`. */
export const SETTINGS_FILE = new URL('catalogue.ts', settingsFolder);

/** Returns the names of all settings that the program reads. */
export function listSettings(): string[] {
  const sources = readdirSync(settingsFolder).filter((name) => !/\.test\.ts$|^(catalogue|unknown)\.ts$/.test(name));
  const names = sources.flatMap(
    (file) => readFileSync(new URL(file, settingsFolder), 'utf8').match(/\bHOSTLER_[A-Z_]+\b/g) ?? [],
  );
  // A prefix that is completed by a field, such as HOSTLER_SELLER_.
  return [...new Set(names)].filter((name) => !name.endsWith('_')).sort();
}

/** Returns the default of each setting as the table of docs/operations.md words it. A row may have several names. */
export function readDefaults(page: string): Map<string, string> {
  const [, table = ''] = /^\| setting \| default \|.*\n((?:\|.*\n)*)/m.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| (`HOSTLER_[^|]*) \| ([^|]*) \|/gm)];
  return new Map(
    rows.flatMap(([, first = '', second = '']) => {
      const names = [...first.matchAll(/`(HOSTLER_[A-Z_]+)`/g)].map(([, name = '']) => name);
      const defaults = second.split(', ');
      return names.map((name, index): [string, string] => [
        name,
        ((defaults.length === names.length ? defaults[index] : second) ?? '').replaceAll('`', '').trim(),
      ]);
    }),
  );
}

/** Returns the TypeScript file with the settings of this version and of the last release. */
export function renderSettings(page: string): string {
  const defaults = readDefaults(page);
  const { version, settings } = JSON.parse(readFileSync(releasedFile, 'utf8')) as {
    version: string;
    settings: Record<string, string>;
  };
  const now = listSettings().map((name): [string, string] => [name, defaults.get(name) ?? '']);
  return `// Written by scripts/docs.ts from the settings and docs/operations.md. Do not edit; run: npm run docs

/** Every setting, with its default for people. */
export const SETTINGS: Readonly<Record<string, string>> = {
${renderRows(now)}
};

/** Settings of the last release. */
export const RELEASED: { readonly version: string; readonly settings: Readonly<Record<string, string>> } = {
  version: ${quote(version)},
  settings: {
${renderRows(Object.entries(settings), '  ')}
  },
};
`;
}

function renderRows(rows: [string, string][], indent = ''): string {
  return rows
    .map(([name, value]) => {
      const line = `${indent}  ${name}: ${quote(value)},`;
      return line.length > LINE ? `${indent}  ${name}:\n${indent}    ${quote(value)},` : line;
    })
    .join('\n');
}

function quote(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`;
}
