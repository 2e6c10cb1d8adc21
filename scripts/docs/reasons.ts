import { globSync, readFileSync } from 'node:fs';
import { GENERAL_FIELD_REASON, GENERAL_REASONS } from '../../server/src/kernel/app-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../server/src/kernel/error-codes.ts';

/** A reason of a table. `code` is undefined for reasons of fields. */
export interface Reason {
  readonly file: string;
  readonly reason: string;
  readonly template: string;
  readonly code?: ErrorCode;
}

const SOURCES = new URL('../../server/src/', import.meta.url);

/** Returns the files that declare reasons, relative to `server/src`. */
export function listTableFiles(): string[] {
  const files = globSync('**/*.ts', { cwd: SOURCES.pathname, exclude: ['kernel/define-errors.ts'] });
  const declares = (file: string) => /define(Field)?Errors\(/.test(readFileSync(new URL(file, SOURCES), 'utf8'));
  return files.filter((file) => !file.endsWith('.test.ts') && declares(file)).toSorted();
}

/** Loads the tables of all modules. */
export async function readReasons(): Promise<Reason[]> {
  const tables = await Promise.all(
    listTableFiles().map(async (file) => {
      const { errors = {}, fieldErrors = {} } = await import(new URL(file, SOURCES).href);
      const makers = [...Object.values(errors), ...Object.values(fieldErrors)] as Reason[];
      return makers.map(({ reason, template, code }) => ({ file, reason, template, ...(code && { code }) }));
    }),
  );
  return tables.flat();
}

/** Renders the reasons by code, each with its message. */
export function renderReasons(reasons: readonly Reason[]): string {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  const sections = codes.map((code) => {
    const rows = reasons.filter((one) => one.code === code).map(renderRow);
    const general = `| \`${GENERAL_REASONS[code]}\` | Any other message of this code. |`;
    return renderSection(`\`${code}\``, [...rows.toSorted(), general]);
  });
  const fields = reasons.filter(({ code }) => code === undefined).map(renderRow);
  const general = `| \`${GENERAL_FIELD_REASON}\` | Any other message. |`;
  return [...sections, renderSection('Fields (`details`)', [...fields.toSorted(), general])].join('\n\n');
}

function renderSection(title: string, rows: readonly string[]): string {
  return `### ${title}\n\n| reason | message |\n|---|---|\n${rows.join('\n')}`;
}

function renderRow({ reason, template }: Reason): string {
  return `| \`${reason}\` | ${template.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`;
}
