import type { Database } from '@hostler/database';
import type { StatementLine } from '#engines/payment/driver.ts';
import type { StatementOperatorService } from './operator-service.ts';

/** Lines that the result explains. `payment lines` lists all of them. */
const MOST_REPORTED = 50;

/**
 * Imports the lines of a file, each in its own transaction. After a crash, import the file again: stored lines are
 * skipped.
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
