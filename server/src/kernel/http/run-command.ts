import { currentTransaction, type Database, type InTurn, type Query, type Simulation } from '@hostler/database';
import { type AuditContext, isAudited, transactionAuditContext } from '../audit/audit-context.ts';
import { audit } from '../audit/record.ts';
import type { Vault } from '../crypto.ts';
import { findRecord } from './audit-context.ts';
import { errors } from './errors.ts';
import {
  answerOnce,
  claimOrReplay,
  findAnswerOrRoom,
  type IdempotentRequest,
  type Rendered,
  renderStorable,
  storeAnswer,
} from './idempotency.ts';
import type { Call, CommandRoute } from './route.ts';
import type { Surface } from './surface.ts';

export interface CommandRun {
  readonly db: Database;
  readonly vault: Vault;
  readonly surface: Surface;
  readonly route: CommandRoute;
  readonly serialize: (answer: unknown) => string;
  /** Reads and validates the request; throws 400 and 422. */
  readonly prepare: () => Call;
  /** Runs database work in a slot of the account. */
  readonly inTurn: InTurn;
  /** Like `inTurn`, for work that may share its commit. Receives the function to use if it cannot. */
  readonly inSharedTurn: <T>(work: (alone: InTurn) => Promise<T>) => Promise<T>;
  readonly idempotency: Omit<IdempotentRequest, 'vault'> | undefined;
  /** Audit context of the request. */
  readonly auditContext: AuditContext;
}

/** Runs a live write: the change, its events, its jobs and its idempotency record commit together. */
export async function runCommand(run: CommandRun): Promise<Rendered> {
  const prepare = await checkCall(run);
  const [accountId] = run.auditContext.accounts;
  if (typeof accountId !== 'number') return run.inTurn(() => write(run, prepare));
  return run.inSharedTurn((alone) => write(run, prepare, accountId, alone));
}

async function write(run: CommandRun, prepare: () => Call, accountId?: number, alone?: InTurn): Promise<Rendered> {
  const { db } = run;
  const once = idempotentRequest(run);
  if (once) {
    // Prepared inside the query: the response to a malformed request is stored, too.
    const answer = function* () {
      return yield* respond(run, prepare());
    };
    return db.write(() => answerOnce(once, answer), accountId, alone);
  }
  const call = prepare();
  return db.write(() => respond(run, call), accountId, alone);
}

/**
 * Runs a write of a test key: the same code in a transaction that is rolled back, then the queued work as the engines
 * would do it. Test events and the finished action are committed afterwards.
 */
export async function simulateCommand(run: CommandRun, fail: boolean): Promise<Rendered> {
  const prepare = await checkCall(run);
  return run.inTurn(() => simulate(run, prepare, fail));
}

async function simulate(run: CommandRun, prepare: () => Call, fail: boolean): Promise<Rendered> {
  const { db } = run;
  const once = idempotentRequest(run);
  const simulation: Simulation = { fail, followUps: [], afterRollback: [] };
  const simulated = async (): Promise<Rendered> => {
    const call = prepare();
    return db.simulate(simulation, function* () {
      const rendered = yield* respond(run, call);
      if (fail && simulation.followUps.length === 0) {
        throw errors.simulated_conflict();
      }
      for (const followUp of simulation.followUps) yield* followUp();
      return rendered;
    });
  };
  if (!once) {
    const rendered = await simulated();
    await keep(db, simulation);
    return rendered;
  }
  // Looked up first, in its own transaction: the record must survive the rollback.
  const replay = await db.read(findAnswerOrRoom(once));
  if (replay) return replay;
  const rendered = await simulated().catch((error: unknown) => {
    // A refused write leaves nothing behind but its response.
    simulation.afterRollback.length = 0;
    return renderStorable(error);
  });
  return db.write(function* () {
    const quicker = yield* claimOrReplay(once);
    if (quicker) return quicker;
    for (const leave of simulation.afterRollback) yield* leave();
    yield* storeAnswer(once, rendered);
    return rendered;
  });
}

/**
 * Runs the check and throws its error later, when the call is made. A replay thus returns the stored response, whatever
 * the check finds now.
 */
async function checkCall({ route, prepare }: CommandRun): Promise<() => Call> {
  if (!route.check) return prepare;
  try {
    const call = prepare();
    await route.check(call);
    return () => call;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

async function keep(db: Database, { afterRollback }: Simulation): Promise<void> {
  if (afterRollback.length === 0) return;
  await db.write(function* () {
    for (const leave of afterRollback) yield* leave();
  });
}

function idempotentRequest({ idempotency, route, vault }: CommandRun): IdempotentRequest | undefined {
  return idempotency && { ...idempotency, vault: route.secret ? vault : undefined };
}

/** Audits every write in its own transaction, so that no route can omit it. */
function* respond({ surface, route, serialize, auditContext }: CommandRun, call: Call): Query<Rendered> {
  const transaction = yield* currentTransaction();
  transactionAuditContext.set(transaction, auditContext);
  const data = yield* route.handle(call);
  if (!isAudited.of(transaction)) yield* audit({ record: findRecord(route, call.id, data), now: call.now });
  const actionId = (data as { action_id?: number } | null)?.action_id;
  return {
    status: actionId ? route.status : (route.statusWithoutAction ?? route.status),
    headers:
      actionId && surface.actionPath ? { location: `${surface.prefix}${surface.actionPath}?id=${actionId}` } : {},
    body: serialize({ success: true, message: route.message, data }),
  };
}
