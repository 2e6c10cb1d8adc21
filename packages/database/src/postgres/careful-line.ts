import { toStatementError } from '../statement-error.ts';
import { BatchFailure, runBatch } from './batch.ts';
import type { Answer, Request } from './connection.ts';
import { type Entry, GroupFailed, GroupLine, isCommitUnderWay, isFatal, Left, type Part } from './group-line.ts';

const SAVEPOINT: Request = { text: 'savepoint body' };
const ROLLBACK_TO: Request = { text: 'rollback to savepoint body' };
const RELEASE: Request = { text: 'release savepoint body' };

/** A group with a savepoint per body: if one fails, only that one is rolled back. */
export class CarefulLine extends GroupLine {
  override begin(part: Part): void {
    super.begin(part);
    this.deferred.push({ request: SAVEPOINT, part });
  }

  override keep(): void {
    this.deferred.push({ request: RELEASE, part: this.part });
    super.keep();
  }

  undo(): void {
    const { part } = this;
    super.keep();
    const isBegun = !this.deferred.some((entry) => entry.part === part && entry.request === SAVEPOINT);
    this.deferred = this.deferred.filter((entry) => entry.part !== part);
    if (isBegun) this.deferred.push(...UNDO);
  }

  protected async send(given: readonly Entry[], awaited: 0 | 1): Promise<Answer> {
    for (let entries = given; ; ) {
      try {
        return await runBatch(
          this.client,
          entries.map(({ request }) => request),
        );
      } catch (error) {
        const isLast = !(error instanceof BatchFailure) || error.index === entries.length - 1;
        const { cause, index } = error instanceof BatchFailure ? error : { cause: error, index: entries.length - 1 };
        const failed = entries[index];
        if (!(error instanceof BatchFailure) || !failed?.part || isFatal(cause)) {
          throw new GroupFailed(cause, isCommitUnderWay(entries, index, cause));
        }
        const reason = isImpatience(cause) ? new Left(true) : nameFailure(failed, isLast && awaited === 1, cause);
        if (failed.part === this.part) throw reason;
        failed.part.fail(reason);
        // The server skipped everything after the failure.
        entries = [...UNDO, ...entries.slice(index + 1).filter(({ part }) => part !== failed.part)];
      }
    }
  }
}

/** Adds the statement to the error, unless its caller does so itself. */
function nameFailure({ request }: Entry, isAwaited: boolean, cause: unknown): unknown {
  return isAwaited ? cause : toStatementError(request.text, cause);
}

const UNDO: readonly Entry[] = [ROLLBACK_TO, RELEASE].map((request) => ({ request, part: undefined }));

const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';

/** Returns whether a statement exceeded the time other bodies wait for it. */
export function isImpatience(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return code === LOCK_NOT_AVAILABLE || code === QUERY_CANCELED;
}
