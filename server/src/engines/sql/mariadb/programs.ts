import { readErrorNumber } from './errors.ts';
import { type MariadbSession, quoteName } from './session.ts';

const kinds = ['package', 'package body', 'function', 'procedure', 'view', 'trigger', 'event'] as const;

type ProgramKind = (typeof kinds)[number];

/** A view, routine, trigger or event. It is recreated wherever it moves, because the server moves only tables. */
export interface Program {
  readonly kind: ProgramKind;
  readonly name: string;
  /** For views, for example `ALGORITHM=MERGE `; otherwise empty. */
  readonly algorithm: string;
  /** User it runs as, as the server writes it: `` `user`@`%` ``. */
  readonly definer: string;
  /** Everything after the definer. */
  readonly body: string;
  /** Session settings under which it must be recreated to have the same meaning. */
  readonly sqlMode: string;
  readonly collation: string;
  readonly timeZone: string;
}

const quoted = '(?:`(?:[^`]|``)*`|"(?:[^"]|"")*")';
const statementPattern = new RegExp(
  `^CREATE (?:OR REPLACE )?(ALGORITHM=(?:UNDEFINED|MERGE|TEMPTABLE) )?DEFINER=(${quoted}(?:@${quoted})?) (.+)$`,
  'is',
);
const invalidView = 1356;
/** The definer is missing, but is replaced anyway. */
const missingDefiner = 1449;

/** Column positions in the result of SHOW CREATE for each kind. */
const columns: Record<ProgramKind, { sqlMode?: number; timeZone?: number; statement: number; collation: number }> = {
  package: { sqlMode: 1, statement: 2, collation: 4 },
  'package body': { sqlMode: 1, statement: 2, collation: 4 },
  function: { sqlMode: 1, statement: 2, collation: 4 },
  procedure: { sqlMode: 1, statement: 2, collation: 4 },
  trigger: { sqlMode: 1, statement: 2, collation: 4 },
  event: { sqlMode: 1, timeZone: 2, statement: 3, collation: 5 },
  view: { statement: 1, collation: 3 },
};

interface Named {
  kind: ProgramKind;
  name: string;
}

/** Returns programs in an order in which they can be recreated, as far as possible. */
async function listPrograms(session: MariadbSession, database: string): Promise<Named[]> {
  const found = await session.query<Named>(
    `select lower(ROUTINE_TYPE) as kind, ROUTINE_NAME as name from information_schema.ROUTINES where ROUTINE_SCHEMA = ?
     union all
     select 'view', TABLE_NAME from information_schema.VIEWS where TABLE_SCHEMA = ?
     union all
     select 'event', EVENT_NAME from information_schema.EVENTS where EVENT_SCHEMA = ?`,
    [database, database, database],
  );
  const triggers = await session.query<Named>(
    `select 'trigger' as kind, TRIGGER_NAME as name from information_schema.TRIGGERS where TRIGGER_SCHEMA = ?
     order by EVENT_OBJECT_TABLE, ACTION_TIMING, EVENT_MANIPULATION, ACTION_ORDER`,
    [database],
  );
  return [...found, ...triggers].toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

/** Returns the programs of a database. A view whose tables are gone is omitted: no server could create it. */
export async function readPrograms(session: MariadbSession, database: string): Promise<Program[]> {
  // From inside its database, the text of a view names its tables without the database.
  await session.query(`use ${quoteName(database)}`);
  const programs: Program[] = [];
  for (const named of await listPrograms(session, database)) {
    if (named.kind === 'view' && !(await isValidView(session, named.name))) continue;
    programs.push(parseProgram(named, await session.show(`show create ${named.kind} ${quoteName(named.name)}`)));
  }
  return programs;
}

async function isValidView(session: MariadbSession, name: string): Promise<boolean> {
  try {
    await session.query(`show columns from ${quoteName(name)}`);
    return true;
  } catch (error) {
    const number = readErrorNumber(error);
    if (number === invalidView || number === missingDefiner) return number === missingDefiner;
    throw error;
  }
}

function parseProgram({ kind, name }: Named, row: readonly (string | null)[]): Program {
  const { sqlMode, timeZone, statement, collation } = columns[kind];
  const read = (column: number | undefined) => (column === undefined ? '' : (row[column] ?? ''));
  const [, algorithm = '', definer, body] = statementPattern.exec(read(statement)) ?? [];
  if (definer === undefined || body === undefined) throw new Error(`The ${kind} cannot be read.`);
  return {
    kind,
    name,
    algorithm,
    definer,
    body,
    sqlMode: read(sqlMode),
    collation: read(collation),
    timeZone: read(timeZone) || 'SYSTEM',
  };
}

export async function dropPrograms(session: MariadbSession, database: string): Promise<void> {
  for (const { kind, name } of (await listPrograms(session, database)).reverse()) {
    // Only a session in Oracle mode knows packages; it understands the other kinds as well.
    await session.query(`set session sql_mode = '${kind.startsWith('package') ? 'ORACLE' : ''}'`);
    await session.query(`drop ${kind} if exists ${quoteName(database)}.${quoteName(name)}`);
  }
  await session.query(`set session sql_mode = ''`);
}

/**
 * Creates programs in the current database, with the given definer or the current user. A program may depend on a later
 * one, so failed ones are retried as long as any succeeds.
 */
export async function createPrograms(
  session: MariadbSession,
  programs: readonly Program[],
  definerOf: (program: Program) => string | undefined,
): Promise<void> {
  for (let left = programs; left.length > 0; ) {
    const failed: Program[] = [];
    let reason: unknown;
    for (const program of left) {
      try {
        await createProgram(session, program, definerOf(program));
      } catch (error) {
        failed.push(program);
        reason ??= error;
      }
    }
    if (failed.length === left.length) throw reason;
    left = failed;
  }
}

/** After CREATE DEFINER only a program can follow, so the text cannot become any other statement. */
async function createProgram(session: MariadbSession, program: Program, definer: string | undefined): Promise<void> {
  await session.query(formatSurroundings(program));
  try {
    const name = definer === undefined ? '' : `DEFINER=${definer} `;
    await session.query(`CREATE ${program.algorithm}${name}${program.body}`);
  } finally {
    await session.query(`set session sql_mode = '', collation_connection = utf8mb4_general_ci, time_zone = SYSTEM`);
  }
}

export function formatSurroundings({
  sqlMode,
  collation,
  timeZone,
}: Pick<Program, 'sqlMode' | 'collation' | 'timeZone'>): string {
  return `set session sql_mode = '${sqlMode}', collation_connection = ${collation}, time_zone = '${timeZone}'`;
}

/** Returns a valid program of a dump; undefined for anything else. */
export function checkProgram(value: Record<string, unknown>): Program | undefined {
  const { kind, name, algorithm, body, sqlMode, collation, timeZone } = value;
  const text = (part: unknown, pattern: RegExp): part is string => typeof part === 'string' && pattern.test(part);
  if (!kinds.includes(kind as ProgramKind) || typeof name !== 'string' || !text(body, /./s)) return undefined;
  if (!text(algorithm, /^(ALGORITHM=(UNDEFINED|MERGE|TEMPTABLE) )?$/) || !text(sqlMode, /^[A-Z0-9_,]*$/))
    return undefined;
  if (!text(collation, /^\w+$/) || !text(timeZone, /^[\w+:/-]+$/)) return undefined;
  return { kind: kind as ProgramKind, name, algorithm, definer: '', body, sqlMode, collation, timeZone };
}
