import type { EngineHealth } from '../../../../engines/engine.ts';
import type { CheckedEngine } from '../../../../health.ts';
import type { Database } from '../../../../kernel/db/database.ts';
import { formatTime } from '../../../../kernel/time.ts';
import { countWaiting } from './operator-store.ts';

/** Reports to `doctor` the bank lines that no invoice was found for: a customer may have paid one of them. */
export function checkStatements(db: Database): CheckedEngine {
  return {
    name: 'bank lines',
    async check(): Promise<EngineHealth> {
      const { count, oldest } = await db.peek(countWaiting());
      const answer = { reachable: true, version: null };
      if (oldest === null) return { ...answer, detail: 'No imported bank line waits for staff.', advice: null };
      const waiting = count === 1 ? '1 imported bank line waits' : `${count} imported bank lines wait`;
      const detail = `${waiting} for staff, the oldest since ${formatTime(oldest)}.`;
      const advice = 'List them with: hostler payment lines --status waiting. Then match or dismiss each.';
      return { ...answer, detail, advice };
    },
  };
}
