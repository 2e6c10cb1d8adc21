import { attempt, type Database, type Query } from '@hostler/database';
import { AppError } from '#kernel/errors.ts';
import { enqueueJob } from '#kernel/jobs/queue.ts';
import type { Retention } from '#kernel/jobs/retention.ts';
import type { JobHandler } from '#kernel/jobs/worker.ts';
import { type Clock, DAY, HOUR } from '#kernel/time.ts';
import { insertAccount } from '../../identity/accounts/index.ts';
import { listMembersToTell } from '../../identity/people/index.ts';
import type { PaymentOperatorService } from '../payments/index.ts';
import { findPlan } from '../plans/index.ts';
import type { ProfileService } from '../profiles/index.ts';
import type { ImportedSubscriptions } from '../subscriptions/index.ts';
import { describeOther } from './checking/operator-service.ts';
import { errors } from './errors.ts';
import type { BalanceData, CustomerData, SubscriptionData } from './lines.ts';
import * as store from './operator-store.ts';
import type { ImportKind, LineState } from './schemas.ts';

const JOB = 'imports.apply';
/** Lines per transaction: few enough that no customer's write waits for them. */
const AT_ONCE = 50;
/** Transactions before other jobs get the slot. */
const STEPS = 200;
/** Reports of complete imports are kept for this long. */
const KEPT_MS = 90 * DAY;
const OPENING_BALANCE = 'Opening balance';

/** Invites the owner of an imported account by mail. A known person owns it immediately. */
export type InviteOwner = (owner: { account_id: number; email: string; by_mail: true }) => Query<unknown>;

export interface ApplyDependencies {
  db: Database;
  clock: Clock;
  profiles: Pick<ProfileService, 'create'>;
  payments: Pick<PaymentOperatorService, 'grantCredit'>;
  subscriptions: ImportedSubscriptions;
  inviteOwner: InviteOwner;
}

interface Created {
  readonly account_id: number;
  readonly record_id: number;
}

interface OwnedLine {
  readonly line: store.LineRow;
  /** Account of the customer; 0 if there is none. */
  readonly account_id: number;
}

interface Settled extends Partial<Created> {
  readonly state: LineState;
  readonly message: string | null;
}

/** Deletes the lines of discarded imports, and of complete ones after 90 days. */
export const lineRetention: Retention = {
  name: 'imports.forget-lines',
  everyMs: HOUR,
  forget: (now, limit) => store.forgetLines({ before: now - KEPT_MS, limit }),
};

/** Queues the job that creates the records of an import and sends the invitations. */
export function* queueApply(importId: number, now: number): Query<void> {
  yield* enqueueJob({ kind: JOB, payload: { importId }, serialKey: `import ${importId}`, runAt: now });
}

/** Creates the records of an import in small transactions. After a crash it continues with the first open line. */
export function applyJob(dependencies: ApplyDependencies): JobHandler {
  const { db, clock } = dependencies;
  const { importLines, inviteLines } = createApply(dependencies);

  /** Returns true if all is done. */
  function* takeStep(importId: number): Query<boolean> {
    const row = yield* store.findImport(importId);
    if (row?.status === 'activating' && (yield* importLines(row))) return false;
    if (row?.status === 'activating') yield* store.finish(importId, clock.now());
    return !(row?.invites === 1 && row.kind === 'customers' && (yield* inviteLines(importId)));
  }

  return {
    kind: JOB,
    retryForever: true,
    async run({ payload, signal, complete }) {
      const { importId } = payload as { importId: number };
      for (let left = STEPS; left > 0; left--) {
        signal.throwIfAborted();
        const isDone = await db.write(function* () {
          const isDone = yield* takeStep(importId);
          if (isDone) yield* complete();
          return isDone;
        });
        if (isDone) return;
      }
      await db.write(function* () {
        yield* queueApply(importId, clock.now());
        yield* complete();
      });
    },
  };
}

function createApply({ clock, profiles, payments, subscriptions, inviteOwner }: ApplyDependencies) {
  /** Creates the records of the next lines. Returns false if none is left. */
  function* importLines({ id, kind }: store.ImportRow): Query<boolean> {
    const lines = yield* store.listToImport(id, AT_ONCE);
    if (lines.length === 0) return false;
    const known = yield* store.findRecords(
      kind,
      lines.map(({ reference }) => reference),
    );
    const customers = yield* store.findRecords(
      'customers',
      lines.flatMap(({ customer }) => customer ?? []),
    );
    const owned = lines.map((line) => ({ line, account_id: customers.get(line.customer ?? '')?.account_id ?? 0 }));
    // In the order of the accounts, so that concurrent transactions lock them in the same order.
    const sorted = owned.sort((a, b) => a.account_id - b.account_id);
    // One savepoint for all lines is faster. If a line fails, each gets its own.
    const together = yield* attempt(settleAll(kind, sorted, known, (created) => created));
    if ('error' in together && !(together.error instanceof AppError)) throw together.error;
    const settled = 'value' in together ? together.value : yield* settleAll(kind, sorted, known, attemptLine);
    yield* store.settleLines(settled);
    const countOf = (state: LineState) => settled.filter((line) => line.state === state).length;
    const counts = { imported: countOf('imported'), failed: countOf('failed'), unchanged: countOf('unchanged') };
    yield* store.countLines(id, counts);
    return true;
  }

  function* settleAll(
    kind: ImportKind,
    lines: readonly OwnedLine[],
    known: ReadonlyMap<string, store.RecordRow>,
    guard: (created: Query<Settled>) => Query<Settled>,
  ): Query<store.SettledLine[]> {
    const settled: store.SettledLine[] = [];
    for (const { line, account_id } of lines) {
      const record = known.get(line.reference);
      const result = record ? settleKnown(line, record) : yield* guard(create(kind, line, account_id));
      settled.push({ id: line.id, account_id: null, record_id: null, ...result });
    }
    return settled;
  }

  function* create(kind: ImportKind, { reference, data, customer }: store.LineRow, accountId: number): Query<Settled> {
    if (kind !== 'customers' && accountId === 0) throw errors.import_customer_missing({ customer: String(customer) });
    const now = clock.now();
    const created = yield* createRecord(kind, JSON.parse(data), accountId, now);
    const record = yield* store.insertRecord({ kind, reference, ...created, data, created_at: now });
    if (!record) throw errors.import_created_twice({ reference });
    return { state: 'imported', message: null, ...created };
  }

  function* createRecord(kind: ImportKind, data: unknown, accountId: number, now: number): Query<Created> {
    if (kind === 'customers') return yield* createCustomer(data as CustomerData, now);
    if (kind === 'subscriptions') return yield* createSubscription(data as SubscriptionData, accountId, now);
    const { amount, currency } = data as BalanceData;
    yield* payments.grantCredit({ account_id: accountId, amount, currency, reason: OPENING_BALANCE });
    return { account_id: accountId, record_id: accountId };
  }

  function* createCustomer({ name, email, profile }: CustomerData, now: number): Query<Created> {
    const { id } = yield* insertAccount({ name, email, created_at: now, waits_since: null, bound: null });
    yield* profiles.create(id, profile, now);
    return { account_id: id, record_id: id };
  }

  function* createSubscription(data: SubscriptionData, accountId: number, now: number): Query<Created> {
    const plan = yield* findPlan(data.plan);
    if (!plan) throw errors.import_plan_gone({ plan: data.plan });
    const { id } = yield* subscriptions.importSold(accountId, { ...data, plan }, now);
    return { account_id: accountId, record_id: id };
  }

  /** Invites the owners of the next imported accounts. Returns false if none is left. */
  function* inviteLines(importId: number): Query<boolean> {
    const lines = yield* store.listToInvite(importId, AT_ONCE);
    for (const { id, account_id, data } of lines) {
      const { email } = JSON.parse(data) as CustomerData;
      const result = yield* attempt(invite(account_id ?? 0, email));
      if ('error' in result && !(result.error instanceof AppError)) throw result.error;
      const message = 'error' in result ? `Not invited: ${describe(result.error as AppError)}` : null;
      yield* store.markInvited(id, clock.now(), message);
    }
    return lines.length > 0;
  }

  /** Invites nobody if the account has a member already. */
  function* invite(account_id: number, email: string): Query<void> {
    if ((yield* listMembersToTell(account_id)).length === 0) yield* inviteOwner({ account_id, email, by_mail: true });
  }

  return { importLines, inviteLines };
}

/** Turns a refusal into the result of the line. */
function* attemptLine(created: Query<Settled>): Query<Settled> {
  const result = yield* attempt(created);
  if ('value' in result) return result.value;
  if (result.error instanceof AppError) return { state: 'failed', message: describe(result.error) };
  throw result.error;
}

/** Settles a line whose record exists already. */
function settleKnown({ reference, data }: store.LineRow, record: store.RecordRow): Settled {
  const { account_id, record_id } = record;
  if (store.hasData(record, data)) return { state: 'unchanged', message: null, account_id, record_id };
  return { state: 'failed', message: describeOther(reference, record) };
}

function describe({ message, details }: AppError): string {
  const [first] = details ?? [];
  return first ? `${first.field} ${first.message}` : message;
}
