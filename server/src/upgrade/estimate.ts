import { type Measured, type Migration, splitScript } from '@hostler/database';

/** A migration that is still to be applied, with the work that it causes. */
export interface EstimatedStep {
  readonly id: string;
  /** Rows that are read or written; 0 if the step only creates objects. */
  readonly rows: number;
  readonly tables: readonly string[];
  readonly seconds: number;
  /** The previous version cannot use the database afterwards. */
  readonly breaks: boolean;
}

/** Rows per second, below the rates of a small server with a slow disk. */
const INDEXED = 200_000;
const WRITTEN = 40_000;
/** Cost of a step on empty tables. */
const STEP_SECONDS = 0.02;

/** Statements whose duration grows with a table. The others change only the catalogue of the database. */
const GROWING: readonly [RegExp, number][] = [
  [/^create (?:unique )?index (?:if not exists )?\w+ on (\w+)/i, INDEXED],
  [/^update (\w+)/i, WRITTEN],
  [/^delete from (\w+)/i, WRITTEN],
  [/^insert into \w+[^;]*?\bfrom (\w+)/i, WRITTEN],
  [/^create table \w+ as select[^;]*?\bfrom (\w+)/i, WRITTEN],
  [/^alter table (\w+) alter column/i, WRITTEN],
];

export function estimateSteps(steps: readonly Migration[], rows: Measured['rows']): EstimatedStep[] {
  return steps.map(({ id, script, breaks = false }) => {
    const work = splitScript(script).flatMap((statement) => readWork(statement, rows));
    return {
      id,
      rows: work.reduce((sum, part) => sum + part.rows, 0),
      tables: [...new Set(work.map(({ table }) => table))],
      seconds: STEP_SECONDS + work.reduce((sum, part) => sum + part.rows / part.rate, 0),
      breaks,
    };
  });
}

function readWork(statement: string, rows: Measured['rows']): { table: string; rows: number; rate: number }[] {
  return GROWING.flatMap(([pattern, rate]) => {
    const table = pattern.exec(statement)?.[1];
    const count = table === undefined ? 0 : (rows[table] ?? 0);
    return table === undefined || count === 0 ? [] : [{ table, rows: count, rate }];
  });
}
