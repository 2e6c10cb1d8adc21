import { createHash } from 'node:crypto';
import {
  byColumn,
  defineStaffList,
  later,
  lockName,
  type NewRow,
  nullable,
  number,
  type Query,
  type Row,
  sql,
  table,
  text,
} from '@hostler/database';
import { IMPORT_STATUSES, type ImportKind, type ImportStatus, LINE_STATES, type LineState } from './schemas.ts';

/** Files of other systems. They belong to the company and to no account. */
const imports = table('imports', {
  id: number(),
  kind: text<ImportKind>(),
  name: nullable(text()),
  /** SHA-256 of the file. */
  hash: text(),
  status: text<ImportStatus>(),
  lines: number(),
  new_lines: number(),
  unchanged_lines: number(),
  wrong_lines: number(),
  imported_lines: number(),
  failed_lines: number(),
  /** 1 if the customers are invited by mail. */
  invites: number(),
  created_by: nullable(text()),
  activated_by: later(text()),
  created_at: number(),
  /** When the check last made progress. A check without progress was interrupted. */
  touched_at: number(),
  activated_at: later(number()),
  finished_at: later(number()),
  discarded_at: later(number()),
});
export type ImportRow = Row<typeof imports>;

/** Lines of a file, with their report. */
const lines = table('import_lines', {
  id: number(),
  import_id: number(),
  line: number(),
  reference: text(),
  /** Reference of the customer, except in a file of customers. */
  customer: nullable(text()),
  paid_until: nullable(number()),
  state: text<LineState>(),
  message: nullable(text()),
  /** JSON of the cells as they were read; empty for a wrong line. */
  data: text(),
  account_id: nullable(number()),
  record_id: nullable(number()),
  invited_at: later(number()),
});
export type LineRow = Row<typeof lines>;
export type NewLine = NewRow<typeof lines>;

/** Created records by their identifier in the other system. They make a repeated file harmless. */
const records = table(
  'import_records',
  {
    id: number(),
    kind: text<ImportKind>(),
    reference: text(),
    account_id: number(),
    record_id: number(),
    /** Hash of the data. A repeated line has the same one. */
    hash: text(),
    created_at: number(),
  },
  { unique: 'kind, reference' },
);
export type RecordRow = Row<typeof records>;

const COLUMNS = imports.columns;
const FIND = sql<{ id: number }, ImportRow>(`select ${COLUMNS} from imports where id = :id`);
const OPEN = sql<{ kind: ImportKind; hash: string }, ImportRow>(
  `select ${COLUMNS} from imports
   where kind = :kind and hash = :hash and status in ('checking', 'checked', 'activating')`,
);
const TYPES: Record<keyof NewLine, string> = {
  import_id: 'bigint',
  line: 'bigint',
  reference: 'text',
  customer: 'text',
  paid_until: 'bigint',
  state: 'text',
  message: 'text',
  data: 'text',
  account_id: 'bigint',
  record_id: 'bigint',
};
const ADD_LINES = sql<{ rows: string }>(
  `insert into import_lines (${Object.keys(TYPES)})
   select ${Object.entries(TYPES).map(([name, type]) => `cast(r.value ->> '${name}' as ${type})`)}
   from {each :rows as r}`,
);
const TOUCH = sql<{ id: number; now: number }>(
  `update imports set touched_at = :now where id = :id and status = 'checking'`,
);
const CHECKED = sql<Counts & { id: number; now: number }, ImportRow>(
  `update imports set status = 'checked', lines = :lines, new_lines = :new, unchanged_lines = :unchanged,
     wrong_lines = :wrong, touched_at = :now
   where id = :id and status = 'checking' returning ${COLUMNS}`,
);
const DISCARD = sql<{ id: number; now: number }, ImportRow>(
  `update imports set status = 'discarded', discarded_at = :now
   where id = :id and status in ('checking', 'checked') returning ${COLUMNS}`,
);
const ACTIVATE = sql<{ id: number; by: string | null; invites: number; now: number }, ImportRow>(
  `update imports set status = 'activating', activated_at = coalesce(activated_at, :now), finished_at = null,
     activated_by = coalesce(activated_by, :by), invites = case when :invites = 1 then 1 else invites end
   where id = :id and (status = 'checked' or status = 'active' and failed_lines > 0) returning ${COLUMNS}`,
);
const INVITE = sql<{ id: number }, ImportRow>(
  `update imports set invites = 1 where id = :id and status = 'active' and invites = 0 returning ${COLUMNS}`,
);
const FINISH = sql<{ id: number; now: number }>(
  `update imports set status = 'active', finished_at = :now where id = :id and status = 'activating'`,
);
const COUNT = sql<{ id: number; imported: number; failed: number; unchanged: number }>(
  `update imports set imported_lines = imported_lines + :imported, failed_lines = failed_lines + :failed,
     unchanged_lines = unchanged_lines + :unchanged where id = :id`,
);
const RETRY = sql<{ id: number }>(
  `update import_lines set state = 'new', message = null where import_id = :id and state = 'failed'`,
);
const NONE_FAILED = sql<{ id: number }>('update imports set failed_lines = 0 where id = :id');
const TO_IMPORT = sql<{ import_id: number; limit: number }, LineRow>(
  `select ${lines.columns} from import_lines where import_id = :import_id and state = 'new' order by id limit :limit`,
);
const TO_INVITE = sql<{ import_id: number; limit: number }, LineRow>(
  `select ${lines.columns} from import_lines
   where import_id = :import_id and invited_at is null and record_id is not null and state = 'imported'
   order by id limit :limit`,
);
const SETTLE = sql<{ rows: string }>(
  `update import_lines set state = r.value ->> 'state', message = r.value ->> 'message',
     account_id = cast(r.value ->> 'account_id' as bigint), record_id = cast(r.value ->> 'record_id' as bigint)
   from {each :rows as r} where import_lines.id = cast(r.value ->> 'id' as bigint)`,
);
const INVITED = sql<{ id: number; now: number; message: string | null }>(
  'update import_lines set invited_at = :now, message = :message where id = :id',
);
const KNOWN = sql<{ kind: ImportKind; references: string }, RecordRow>(
  `select ${records.columns} from import_records
   where kind = :kind and reference in (select r.value ->> 'reference' from {each :references as r})`,
);
const STAGED = sql<{ references: string }, { reference: string }>(
  `select l.reference from import_lines l join imports i on i.id = l.import_id
   where l.reference in (select r.value ->> 'reference' from {each :references as r}) and l.state in ('new', 'failed')
     and i.kind = 'customers' and i.status in ('checked', 'activating', 'active')`,
);
const WITHOUT_CUSTOMER = sql<{ import_id: number }, { line: number; customer: string }>(
  `select l.line, l.customer from import_lines l
   where l.import_id = :import_id and l.state = 'new' and not exists (
     select 1 from import_records r where r.kind = 'customers' and r.reference = l.customer)
   order by l.id limit 1`,
);
const TOO_LATE = sql<{ import_id: number; before: number }, { line: number; reference: string }>(
  `select line, reference from import_lines
   where import_id = :import_id and state = 'new' and paid_until < :before order by id limit 1`,
);
const FORGET = sql<{ before: number; limit: number }>(
  `delete from import_lines where id in (
     select l.id from imports i join import_lines l on l.import_id = i.id
     where i.status = 'discarded' or (i.status = 'active' and i.finished_at < :before) limit :limit)`,
);

export interface Counts {
  lines: number;
  new: number;
  unchanged: number;
  wrong: number;
}

export const listImports = defineStaffList<ImportRow, ImportStatus>({
  select: `select ${COLUMNS} from imports`,
  statuses: byColumn(IMPORT_STATUSES),
  searched: ['name'],
  filters: { kind: 'kind = :kind' },
});
export const listLines = defineStaffList<LineRow, LineState>({
  select: `select ${lines.columns} from import_lines`,
  statuses: byColumn(LINE_STATES, 'state'),
  searched: ['reference', 'message'],
  filters: { import_id: 'import_id = :import_id' },
});

/** Serialises uploads, so that of two equal ones one is refused. */
export function lockUploads(): Query<void> {
  return lockName('imports');
}

export const insertImport = (row: NewRow<typeof imports>): Query<ImportRow> => imports.insert(row);
export const findImport = (id: number) => FIND.one({ id });

/** Returns the import of the same file that waits for a decision or is being created. */
export const findOpen = (kind: ImportKind, hash: string) => OPEN.one({ kind, hash });

/** Adds lines to an import that is being checked. Returns false if it was discarded meanwhile. */
export function* addLines(importId: number, rows: readonly NewLine[], now: number): Query<boolean> {
  if ((yield* TOUCH.run({ id: importId, now })) === 0) return false;
  yield* ADD_LINES.run({ rows: JSON.stringify(rows) });
  return true;
}

/** Completes the report. Returns undefined if the import was discarded meanwhile. */
export const finishCheck = (id: number, counts: Counts, now: number) => CHECKED.one({ id, ...counts, now });

/** Returns undefined unless the import waits for a decision. */
export const discard = (id: number, now: number) => DISCARD.one({ id, now });

/** Returns undefined if a colleague was faster. */
export const activate = (given: { id: number; by: string | null; invites: number; now: number }) => ACTIVATE.one(given);

/** Returns undefined unless the import is active and its customers are not invited. */
export const markInvites = (id: number) => INVITE.one({ id });

export function* finish(id: number, now: number): Query<void> {
  yield* FINISH.run({ id, now });
}

export function* countLines(id: number, more: { imported: number; failed: number; unchanged: number }): Query<void> {
  yield* COUNT.run({ id, ...more });
}

/** Lets the lines that failed be tried again. */
export function* retryFailed(id: number): Query<void> {
  yield* RETRY.run({ id });
  yield* NONE_FAILED.run({ id });
}

export const listToImport = (importId: number, limit: number) => TO_IMPORT.all({ import_id: importId, limit });
export const listToInvite = (importId: number, limit: number) => TO_INVITE.all({ import_id: importId, limit });

export type SettledLine = Pick<LineRow, 'id' | 'state' | 'message' | 'account_id' | 'record_id'>;

export function* settleLines(rows: readonly SettledLine[]): Query<void> {
  yield* SETTLE.run({ rows: JSON.stringify(rows) });
}

export function* markInvited(id: number, now: number, message: string | null): Query<void> {
  yield* INVITED.run({ id, now, message });
}

/** Returns whether a record was created from the same data. */
export const hasData = ({ hash }: RecordRow, data: string) => hash === hashOf(data);

/** Returns undefined if the reference is taken. */
export const insertRecord = ({ data, ...row }: Omit<NewRow<typeof records>, 'hash'> & { data: string }) =>
  records.insert({ ...row, hash: hashOf(data) });

/** Returns the imported records with these references. */
export function* findRecords(kind: ImportKind, references: readonly string[]): Query<Map<string, RecordRow>> {
  const found = yield* KNOWN.all({ kind, references: toReferences(references) });
  return new Map(found.map((record) => [record.reference, record]));
}

/** Returns which of these customers are in an import that can still create them. */
export function* findStagedCustomers(references: readonly string[]): Query<Set<string>> {
  const found = yield* STAGED.all({ references: toReferences(references) });
  return new Set(found.map(({ reference }) => reference));
}

/** Returns the first line whose customer does not exist yet. */
export const findWithoutCustomer = (importId: number) => WITHOUT_CUSTOMER.one({ import_id: importId });

/** Returns the first line that is paid until a day before `before`. */
export const findTooLate = (importId: number, before: number) => TOO_LATE.one({ import_id: importId, before });

/** Deletes lines of discarded imports, and of those that ended before `before`. */
export const forgetLines = FORGET.run;

function toReferences(references: readonly string[]): string {
  return JSON.stringify([...new Set(references)].map((reference) => ({ reference })));
}

function hashOf(data: string): string {
  return createHash('sha256').update(data).digest('hex');
}
