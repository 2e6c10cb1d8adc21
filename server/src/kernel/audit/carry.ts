import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallerContext, Query, Step, Transaction } from '@hostler/database';
import { keepWork, noteCurrentWork, workOn } from '../current-work.ts';
import { type AuditContext, transactionAuditContext } from './audit-context.ts';

const auditContexts = new AsyncLocalStorage<CarriedAuditContext>();

interface CarriedAuditContext {
  readonly auditContext: AuditContext;
  /**
   * Writes the audit entry at the end of each transaction that changed something. Undefined if the work writes it
   * itself.
   */
  readonly finish: Finish | undefined;
}

/** Receives the result of the transaction and the accounts whose rows it wrote. */
export type Finish = (result: unknown, accounts: ReadonlySet<number>) => Query<void>;

/** Runs work on behalf of an actor: every transaction it opens carries the audit context. */
export function runAs<T>(auditContext: AuditContext, work: () => T, finish?: Finish): T {
  return auditContexts.run({ auditContext, finish }, work);
}

/** Makes every transaction of a database carry the audit context of its caller. */
export const auditedCallers: CallerContext = {
  bind(body) {
    const carried = auditContexts.getStore();
    return keepWork(carried ? () => carry(body(), carried) : body);
  },
  /** Background work has no actor, even if a request or a command triggered it. */
  leave: (work) => workOn(undefined, () => auditContexts.exit(work)),
  onContinue: noteCurrentWork,
};

function* carry<T>(query: Query<T>, { auditContext, finish }: CarriedAuditContext): Query<T> {
  const accounts = new Set<number>();
  let wrote = false;
  let step = query.next();
  while (!step.done) {
    let result: unknown;
    try {
      result = yield step.value;
    } catch (error) {
      step = query.throw(error);
      continue;
    }
    if (step.value.mode === 'transaction') transactionAuditContext.set(result as Transaction, auditContext);
    wrote = noteWrite(step.value, accounts) || wrote;
    step = query.next(result);
  }
  if (wrote && finish) yield* finish(step.value, accounts);
  return step.value;
}

function noteWrite(step: Step, accounts: Set<number>): boolean {
  if (!('statement' in step) || step.statement.written.length === 0) return false;
  const { statement, values, accounts: named = [] } = step;
  const account = values[statement.accountIndex];
  // Jobs without an account have 0 here.
  for (const id of [...named, account]) if (typeof id === 'number' && id > 0) accounts.add(id);
  return true;
}
