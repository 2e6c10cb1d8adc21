/** A pattern that takes quadratic time on some texts, and the reason why it never gets a long one. */
export interface Exception {
  readonly file: string;
  readonly source: string;
  readonly reason: string;
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    file: 'packages/database/src/sql-tokens.ts',
    source: String.raw`(?:\s|--.*|\/\*[\s\S]*?\*\/)+`,
    reason: 'Reads the statements of this program.',
  },
  {
    file: 'packages/database/src/dialect.ts',
    source: String.raw`(create table [^;]*\))\s*;`,
    reason: 'Reads the migrations of this program.',
  },
  {
    file: 'packages/database/src/dialect.ts',
    source: String.raw`(create table [^;]*\))\s*\{clustered\}\s*;`,
    reason: 'Reads the migrations of this program.',
  },
  {
    file: 'packages/database/src/script.ts',
    source: String.raw`'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|--.*|\/\*[\s\S]*?\*\/|;|[\s\S]`,
    reason: 'Reads the migrations of this program.',
  },
  {
    file: 'server/src/modules/commerce/invoices/document/figures.ts',
    source: String.raw`\.?0+$`,
    reason: 'Reads a number.',
  },
  {
    file: 'server/src/program/command-line.ts',
    source: String.raw`\s*\n\s*`,
    reason: 'Formats output in the process of one operator.',
  },
  {
    file: 'server/src/upgrade/notes.ts',
    source: String.raw`\[([^\]]+)\]\([^)]*\)`,
    reason: 'Reads the changelog of this program.',
  },
];
