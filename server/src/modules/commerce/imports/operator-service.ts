import { createHash } from 'node:crypto';
import type { Database, Query, StaffListRequest } from '@hostler/database';
import { dayAround } from '#kernel/calendar.ts';
import { conflict, notFound, validationError } from '#kernel/errors.ts';
import { checkLabel } from '#kernel/name.ts';
import { type Clock, MINUTE } from '#kernel/time.ts';
import { withAccountNames } from '../../identity/accounts/index.ts';
import type { ProfileService } from '../profiles/index.ts';
import { createCheck } from './checking/operator-service.ts';
import { makeTemplate } from './columns.ts';
import { errors } from './errors.ts';
import { queueApply } from './jobs.ts';
import * as store from './operator-store.ts';
import { type FileLine, readFile } from './read-file.ts';
import type { Import, ImportKind, ImportLine, ImportStatus, LineState } from './schemas.ts';
import { viewImport, viewLine } from './view.ts';

/** Lines per transaction of a check. */
const AT_ONCE = 500;
/** A check without progress for this long was interrupted. */
const INTERRUPTED_MS = MINUTE;
const LONGEST_NAME = 200;

interface Upload {
  kind: ImportKind;
  /** Name of the file, for display. */
  name?: string | undefined;
  file: Uint8Array;
  /** E-mail address of the staff member. */
  by?: string | null | undefined;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  profiles: Pick<ProfileService, 'check'>;
  settings: { readonly timeZone: string };
}

export type ImportOperatorService = ReturnType<typeof createImportOperatorService>;

/** Takes over customers, subscriptions and balances of another system. Nothing changes before the switch. */
export function createImportOperatorService(dependencies: Dependencies) {
  const { db, clock, settings } = dependencies;

  /**
   * Stores the lines of a file with a report for each. Lines are written in batches, so that other writes do not wait.
   * The import can be switched on only after the last batch, so an interrupted upload has no effect: upload again.
   */
  async function create({ kind, name, file, by = null }: Upload): Promise<Import> {
    const [problem] = name === undefined ? [] : checkLabel(name, LONGEST_NAME);
    if (problem) throw validationError([problem]);
    const hash = createHash('sha256').update(file).digest('hex');
    const { id } = await db.write(() => begin({ kind, name: name ?? null, hash, by }));
    try {
      return await check(id, kind, file);
    } catch (error) {
      await db.write(() => store.discard(id, clock.now()));
      throw error;
    }
  }

  function* begin({
    kind,
    name,
    hash,
    by,
  }: {
    kind: ImportKind;
    name: string | null;
    hash: string;
    by: string | null;
  }) {
    yield* store.lockUploads();
    const now = clock.now();
    const open = yield* store.findOpen(kind, hash);
    if (open?.status === 'checking' && open.touched_at <= now - INTERRUPTED_MS) yield* store.discard(open.id, now);
    else if (open) throw conflict(describeOpen(open));
    const counts = { lines: 0, new_lines: 0, unchanged_lines: 0, wrong_lines: 0, imported_lines: 0, failed_lines: 0 };
    const times = { created_at: now, touched_at: now };
    return yield* store.insertImport({
      kind,
      name,
      hash,
      status: 'checking',
      ...counts,
      invites: 0,
      created_by: by,
      ...times,
    });
  }

  async function check(id: number, kind: ImportKind, file: Uint8Array): Promise<Import> {
    const checkLines = createCheck(dependencies, kind);
    const counts: store.Counts = { lines: 0, new: 0, unchanged: 0, wrong: 0 };
    for (const some of inBatches(readFile(kind, file))) {
      const lines = await checkLines(id, some);
      for (const { state } of lines) counts[state as 'new' | 'unchanged' | 'wrong'] += 1;
      counts.lines += lines.length;
      if (!(await db.write(() => store.addLines(id, lines, clock.now())))) throw conflict(DISCARDED);
    }
    const checked = await db.write(() => store.finishCheck(id, counts, clock.now()));
    if (!checked) throw conflict(DISCARDED);
    return viewImport(checked);
  }

  function* list({
    kind,
    ...request
  }: StaffListRequest<ImportStatus> & { kind?: ImportKind | undefined }): Query<Import[]> {
    return (yield* store.listImports(request, { kind })).map(viewImport);
  }

  function* show({ id }: { id: number }): Query<Import> {
    return viewImport(yield* requireImport(id));
  }

  /** Lists the report of an import in the order of the file. */
  function* lines({ id, ...request }: StaffListRequest<LineState> & { id: number }): Query<ImportLine[]> {
    yield* requireImport(id);
    if (request.sorting) request.sorting.isKept = true;
    const inOrder = { ...request, sorting: { direction: 'asc' } as const };
    return (yield* withAccountNames(yield* store.listLines(inOrder, { import_id: id }))).map(viewLine);
  }

  /** Switches an import on. A job then creates its records. Throws CONFLICT if a colleague was faster. */
  async function activate({
    id,
    invites,
    by = null,
  }: {
    id: number;
    invites: boolean;
    by?: string | null | undefined;
  }) {
    await db.read(refuseUnready(id));
    return db.write(function* () {
      const before = yield* requireImport(id);
      if (invites && before.kind !== 'customers') throw validationError([{ field: 'invite', message: ONLY_CUSTOMERS }]);
      const now = clock.now();
      const activated = yield* store.activate({ id, by, invites: invites ? 1 : 0, now });
      if (!activated) throw conflict(describeStatus(before));
      if (activated.failed_lines > 0) yield* store.retryFailed(id);
      yield* queueApply(id, now);
      return viewImport(yield* requireImport(id));
    });
  }

  function* refuseUnready(id: number): Query<void> {
    const row = yield* requireImport(id);
    if (row.status !== 'checked') return;
    if (row.wrong_lines > 0) {
      throw errors.import_has_wrong_lines({ id, lines: row.wrong_lines });
    }
    const orphan = row.kind === 'customers' ? undefined : yield* store.findWithoutCustomer(id);
    if (orphan) {
      throw errors.import_customer_of_line_missing({ customer: orphan.customer, line: orphan.line });
    }
    const late = yield* store.findTooLate(id, dayAround(settings.timeZone, clock.now()).start);
    if (late) {
      throw errors.import_line_paid_until_past({ line: late.line, reference: late.reference });
    }
  }

  /** Invites the customers of an active import by mail. */
  function* invite({ id }: { id: number }): Query<Import> {
    const row = yield* requireImport(id);
    if (row.kind !== 'customers') throw conflict(ONLY_CUSTOMERS_INVITED);
    const marked = yield* store.markInvites(id);
    if (!marked)
      throw conflict(row.invites === 1 ? ALREADY_INVITED : `Import ${id} is not complete. Switch it on first.`);
    yield* queueApply(id, clock.now());
    return viewImport(marked);
  }

  /** Discards an import that is not switched on. Its lines are deleted. */
  function* discard({ id }: { id: number }): Query<Import> {
    const before = yield* requireImport(id);
    const discarded = yield* store.discard(id, clock.now());
    if (!discarded) throw conflict(describeStatus(before));
    return viewImport(discarded);
  }

  return { create, list, show, lines, activate, invite, discard, template: makeTemplate };
}

const DISCARDED = 'A colleague discarded this import while it was checked. Upload the file again.';
const ONLY_CUSTOMERS = 'is only for an import of customers.';
const ONLY_CUSTOMERS_INVITED = 'Only customers can be invited. Choose an import of customers.';
const ALREADY_INVITED = 'The customers of this import are invited already.';

function* requireImport(id: number): Query<store.ImportRow> {
  const row = yield* store.findImport(id);
  if (!row) throw notFound('Import');
  return row;
}

function describeOpen({ id, status }: store.ImportRow): string {
  if (status === 'checking') return `The same file is being checked as import ${id}. Wait until it is complete.`;
  if (status === 'activating') return `The same file is import ${id}, which is being switched on.`;
  return `The same file is import ${id}, which is not switched on. Switch it on, or discard it first.`;
}

function describeStatus({ id, status }: store.ImportRow): string {
  if (status === 'discarded') return `Import ${id} was discarded. Upload the file again.`;
  if (status === 'checking') return `Import ${id} is being checked. Wait until it is complete.`;
  return `Import ${id} is switched on already.`;
}

function* inBatches(lines: Iterable<FileLine>): Generator<FileLine[]> {
  let some: FileLine[] = [];
  for (const line of lines) {
    some.push(line);
    if (some.length < AT_ONCE) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
