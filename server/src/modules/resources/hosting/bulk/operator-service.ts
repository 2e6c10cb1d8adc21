import type { Database } from '@hostler/database';
import { AppError, validationError } from '#kernel/errors.ts';
import { asBulkWork } from '#kernel/jobs/staff-queue.ts';
import type { HostingOperatorService } from '../operator-service.ts';
import type { SuspensionCause } from '../suspensions/schemas.ts';
import { fieldErrors } from './errors.ts';
import type { BulkResult, BulkVerb } from './schemas.ts';

const MOST = 1_000;

export interface BulkRequest {
  verb: BulkVerb;
  ids: readonly number[];
  force: boolean;
  cause: SuspensionCause;
  reason: string;
}

interface Dependencies {
  db: Database;
  hosting: Pick<HostingOperatorService, 'start' | 'stop' | 'restart' | 'suspend' | 'unsuspend'>;
}

export type BulkOperatorService = ReturnType<typeof createBulkOperatorService>;

/** Queues the same work on many servers. Together it waits in the queue like the work of one account. */
export function createBulkOperatorService({ db, hosting }: Dependencies) {
  /** Each server is queued or refused on its own. Returns a result per server, in the given order. */
  async function run(request: BulkRequest): Promise<BulkResult[]> {
    const ids = [...new Set(request.ids)];
    if (ids.length === 0 || ids.length > MOST) {
      throw validationError([fieldErrors.server_ids_count('ids', { max: MOST })]);
    }
    const results: BulkResult[] = [];
    for (const id of ids) results.push(await queueOne(id, request));
    return results;
  }

  async function queueOne(id: number, request: BulkRequest): Promise<BulkResult> {
    try {
      const { action_id, hostname } = await db.write(() => asBulkWork(work(id, request)));
      return { id, hostname, action_id, error: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { id, hostname: null, action_id: null, error: error.message };
    }
  }

  function work(id: number, { verb, force, cause, reason }: BulkRequest) {
    switch (verb) {
      case 'start':
        return hosting.start({ id });
      case 'stop':
        return hosting.stop({ id, force });
      case 'restart':
        return hosting.restart({ id, force });
      case 'suspend':
        return hosting.suspend({ id, cause, reason });
      case 'unsuspend':
        return hosting.unsuspend({ id, cause });
    }
  }

  return { run };
}
