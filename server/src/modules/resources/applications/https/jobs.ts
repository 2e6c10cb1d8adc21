import type { Database, Query } from '@hostler/database';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { startAction } from '../../../platform/actions/index.ts';
import type { Servers } from '../../hosting/index.ts';
import { findApplication } from '../store.ts';
import type { CertifyAction } from './actions.ts';
import type { NoteFailure } from './failures.ts';
import type { NameCheck } from './name-check.ts';
import { type DueCertificate, listDue } from './operator-store.ts';
import { takeRequest } from './requests.ts';
import { FURTHEST_MS } from './schedule.ts';
import { changeHttps } from './store.ts';

const EVERY_MS = 15 * SECOND;
/** Applications per run, and per account: an account with many bad names delays only itself. */
const MOST = 100;
const MOST_OF_ACCOUNT = 10;
const CHECKED_AT_ONCE = 10;
/** Time for the look at a name. If the process dies during it, the name is looked at again after this pause. */
const CHECK_PAUSE_MS = 2 * MINUTE;
const OFF_PAUSE_MS = HOUR;
/** Pause of an account that has used up its requests. */
const WAIT_MS = HOUR;

interface Dependencies {
  db: Database;
  servers: Pick<Servers, 'find'>;
  certify: CertifyAction;
  noteFailure: NoteFailure;
  /** Undefined if certificates are simulated: no name has to lead anywhere then. */
  explainAstray: NameCheck | undefined;
  serialKeyOf(hostingId: number): string;
}

/** Queues the work for certificates that are missing or have to be renewed, once their names lead to their servers. */
export function certifyApplications(dependencies: Dependencies): RecurringJob {
  const { db, servers, certify, noteFailure, explainAstray, serialKeyOf } = dependencies;

  async function look({ account_id, id }: DueCertificate, now: number): Promise<void> {
    const found = await db.read(read(account_id, id));
    if (!found) return;
    const { domain, server } = found;
    const isOff = server.status !== 'running';
    const astray = isOff ? undefined : await explainAstray?.(domain, server);
    await db.write(function* () {
      if (isOff) yield* plan(account_id, id, now + OFF_PAUSE_MS);
      else if (astray !== undefined) yield* noteFailure(account_id, id, astray, now);
      else yield* start(account_id, id, now);
    });
  }

  function* read(accountId: number, id: number) {
    const application = yield* findApplication(accountId, id);
    if (!application?.domain || application.status !== 'running') return undefined;
    return { domain: application.domain, server: yield* servers.find(accountId, application.hosting_id) };
  }

  function* plan(accountId: number, id: number, at: number): Query<void> {
    const application = yield* findApplication(accountId, id);
    if (application) yield* changeHttps(accountId, application, { https_next_at: at });
  }

  /** Queues the work. Its end plans the next attempt. */
  function* start(accountId: number, id: number, now: number): Query<void> {
    const application = yield* findApplication(accountId, id);
    if (!application?.domain || application.status !== 'running') return;
    const refusal = yield* takeRequest(accountId, now);
    if (refusal !== undefined) {
      yield* changeHttps(accountId, application, { https_error: refusal, https_next_at: now + WAIT_MS });
      return;
    }
    yield* changeHttps(accountId, application, { https_next_at: null });
    yield* startAction(certify, {
      accountId,
      resourceId: id,
      input: { accountId, applicationId: id, domain: application.domain },
      serialKey: serialKeyOf(application.hosting_id),
      now,
    });
  }

  return {
    name: 'applications.certify',
    everyMs: EVERY_MS,
    async run(now) {
      const due = await db.write(function* () {
        const due = yield* listDue(now, now + FURTHEST_MS, MOST_OF_ACCOUNT, MOST);
        // Planned before the work, so that others come first whatever the result.
        for (const { account_id, id } of due) yield* plan(account_id, id, now + CHECK_PAUSE_MS);
        return due;
      });
      for (let first = 0; first < due.length; first += CHECKED_AT_ONCE) {
        await Promise.all(due.slice(first, first + CHECKED_AT_ONCE).map((one) => look(one, now)));
      }
    },
  };
}
