import type { StatementLine } from '../../../../engines/payment/driver.ts';
import type { Database } from '../../../../kernel/db/database.ts';
import type { StatementOperatorService } from './operator-service.ts';

/** Lines that the answer of an import explains; all of them are in `payment lines`. */
const MOST_REPORTED = 50;

/**
 * Imports the lines of one file, each in a transaction of its own. After a crash the same file is imported again: lines that were
 * stored are skipped.
 */
export async function importStatement(
  { db, statements }: { db: Database; statements: StatementOperatorService },
  lines: readonly StatementLine[],
) {
  const counts = { matched: 0, unmatched: 0, held: 0, again: 0, repeated_references: 0 };
  const reported: string[] = [];
  const after = await db.read(statements.findLatest());
  for (const each of lines) {
    const imported = await db.write(() => statements.importLine(each, after));
    if (!imported) {
      counts.again += 1;
      continue;
    }
    const { id, status, note } = imported.line;
    if (status !== 'dismissed') counts[status] += 1;
    if (imported.repeatsReference) counts.repeated_references += 1;
    if (note !== null && reported.length < MOST_REPORTED) reported.push(`Line ${id} (${status}): ${note}`);
  }
  return { lines: lines.length, ...counts, reported };
}
