import type { Database, InTurn, Page, PageRequest, Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import type { Customer, Reader } from '#kernel/http/caller.ts';
import type { ActionResource } from '#kernel/jobs/action-kind.ts';
import { SECOND } from '#kernel/time.ts';
import { findSandboxAction } from './sandbox-store.ts';
import type { ActionStatus } from './schemas.ts';
import { type ActionRow, actionSignal, findAction, listActions } from './store.ts';

const MAX_WAIT_SECONDS = 30;
/** Long polls per credential and per account. Further ones are answered immediately. */
const MAX_WAITING_EACH = 20;
const MAX_WAITING_OF_ACCOUNT = 100;

/** Numbers of recent actions in the panel: newest ones, and unfinished ones of each status. */
const NEWEST = 12;
const UNFINISHED = 100;

interface Waiting {
  /** Aborted when the client disconnects or the server stops. */
  readonly signal: AbortSignal;
  readonly inTurn: InTurn;
}

interface Dependencies {
  db: Database;
  /** All resource types that have actions. */
  resources: readonly ActionResource[];
}

/** Returns the status for the module that queued the action. Undefined if the action was deleted. */
export function* findActionStatus(accountId: number, id: number): Query<ActionStatus | undefined> {
  return (yield* findAction(accountId, id))?.status;
}

/** Returns the reason of a failed action. Undefined if it did not fail. */
export function* findActionFailure(accountId: number, id: number): Query<string | undefined> {
  const action = yield* findAction(accountId, id);
  return action?.status === 'failed' ? (action.error_message ?? 'The work failed.') : undefined;
}

export type ActionService = ReturnType<typeof createActionService>;

export function createActionService({ db, resources }: Dependencies) {
  const waiting = new Map<string | number, number>();
  const count = (name: string | number, change: number) => {
    const left = (waiting.get(name) ?? 0) + change;
    if (left === 0) waiting.delete(name);
    else waiting.set(name, left);
  };

  function list(caller: Reader, page: PageRequest): Query<Page<ActionRow>> {
    return listActions(caller.account.id, visibleTypes(caller), seesSandbox(caller), page);
  }

  /** Returns the newest actions, then older ones that have not ended. */
  function* listRecent(caller: Reader): Query<ActionRow[]> {
    if (visibleTypes(caller).length === 0) return [];
    const page = { page: 1, sort: 'desc' } as const;
    const { items: newest } = yield* list(caller, { ...page, per_page: NEWEST });
    const { items: running } = yield* list(caller, { ...page, per_page: UNFINISHED, status: 'running' });
    const { items: queued } = yield* list(caller, { ...page, per_page: UNFINISHED, status: 'queued' });
    const known = new Set(newest.map(({ id }) => id));
    return [...newest, ...[...running, ...queued].filter(({ id }) => !known.has(id))];
  }

  function* find(caller: Customer, id: number): Query<ActionRow> {
    const { id: accountId } = caller.account;
    const action =
      (yield* findAction(accountId, id)) ?? (seesSandbox(caller) ? yield* findSandboxAction(accountId, id) : undefined);
    if (!action || !visibleTypes(caller).includes(action.resource_type)) throw notFound('Action');
    return action;
  }

  /** Holds neither a connection nor a transaction while it waits. Ends with the client or the server. */
  async function wait(caller: Customer, id: number, seconds: number, context: Waiting): Promise<ActionRow> {
    const { signal, inTurn } = context;
    const read = () => inTurn(() => db.peek(find(caller, id)));
    const action = await read();
    if (isFinished(action) || seconds === 0 || !mayWait(caller)) return action;
    const names = [caller.credential.rate.bucket, caller.account.id];
    for (const name of names) count(name, 1);
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(Math.min(seconds, MAX_WAIT_SECONDS) * SECOND)]);
    try {
      return await untilFinished(read, id, deadline);
    } finally {
      for (const name of names) count(name, -1);
    }
  }

  /** Either scope of a resource, read or write, shows its actions. */
  function visibleTypes({ credential }: Reader): string[] {
    return resources
      .filter(({ scopes }) => scopes.some((scope) => credential.scopes.has(scope)))
      .map(({ type }) => type);
  }

  function mayWait({ account, credential }: Customer): boolean {
    const alike = waiting.get(credential.rate.bucket) ?? 0;
    return alike < MAX_WAITING_EACH && (waiting.get(account.id) ?? 0) < MAX_WAITING_OF_ACCOUNT;
  }

  async function untilFinished(read: () => Promise<ActionRow>, id: number, deadline: AbortSignal) {
    let woken = Promise.withResolvers<void>();
    const wake = () => woken.resolve();
    const unsubscribe = db.onSignal(actionSignal(id), wake);
    // A signal is only a hint, so poll as well.
    const poll = setInterval(wake, SECOND);
    deadline.addEventListener('abort', wake, { once: true });
    try {
      for (;;) {
        const action = await read();
        if (isFinished(action) || deadline.aborted) return action;
        await woken.promise;
        woken = Promise.withResolvers();
      }
    } finally {
      clearInterval(poll);
      unsubscribe();
    }
  }

  return { list, listRecent, find, wait };
}

function isFinished({ status }: ActionRow): boolean {
  return status === 'succeeded' || status === 'failed';
}

/** The sandbox reads live data, and its own actions too. */
function seesSandbox({ credential }: Reader): boolean {
  return credential.environment === 'test';
}
