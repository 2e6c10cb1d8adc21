import type { Database, Query } from '@hostler/database';
import type { CertificateDriver } from '#engines/certificates/driver.ts';
import { CertificateLimit } from '#engines/certificates/driver.ts';
import type { ActionKind, ActionResource } from '#kernel/jobs/action-kind.ts';
import { DAY } from '#kernel/time.ts';
import { openWork, type Surroundings } from '../installing/work.ts';
import { findApplication } from '../store.ts';
import type { NoteFailure } from './failures.ts';
import { obtainCertificate } from './obtain.ts';
import { renewalAt } from './schedule.ts';
import { changeHttps } from './store.ts';

export interface CertifyInput {
  accountId: number;
  applicationId: number;
  domain: string;
}

interface Issued {
  expiresAt: number;
}

const SIMULATED_VALIDITY_MS = 90 * DAY;

interface Dependencies extends Surroundings {
  resource: ActionResource;
  certificates: CertificateDriver | 'simulated';
  noteFailure: NoteFailure;
}

export type CertifyAction = ReturnType<typeof createCertifyAction>;

/** The work that gets or renews the certificate of an installed application. */
export function createCertifyAction(dependencies: Dependencies): ActionKind<CertifyInput, Issued> {
  const { resource, certificates, noteFailure, ...surroundings } = dependencies;
  const { db, clock } = surroundings;
  const simulate = () => ({ expiresAt: clock.now() + SIMULATED_VALIDITY_MS });
  return {
    type: 'application.certify',
    resource,
    neverRefused: true,
    repeatsItself: true,
    async run({ accountId, applicationId, domain }, { signal }) {
      if (certificates === 'simulated') return simulate();
      const task = { accountId, applicationId, status: 'running', secrets: {}, signal } as const;
      try {
        const work = await openWork(surroundings, task);
        return { expiresAt: await obtainCertificate(work, domain, certificates, clock.now()) };
      } catch (error) {
        if (error instanceof CertificateLimit) {
          await holdBack(db, accountId, applicationId, clock.now() + error.waitMs);
        }
        throw error;
      }
    },
    *succeed({ accountId, resourceId, now }, { domain }, { expiresAt }) {
      const application = yield* findApplication(accountId, resourceId);
      if (application?.status !== 'running') return;
      yield* changeHttps(accountId, application, {
        url: toHttps(application.url, domain),
        https_status: 'ready',
        https_error: null,
        https_expires_at: expiresAt,
        https_next_at: renewalAt(expiresAt, now),
        https_tries: 0,
      });
    },
    *fail({ accountId, resourceId, now }, _input, { message }) {
      yield* noteFailure(accountId, resourceId, message, now);
    },
    simulate,
  };
}

/** Notes the earliest time at which the authority may be asked again. */
async function holdBack(db: Database, accountId: number, id: number, until: number): Promise<void> {
  await db.write(function* (): Query<void> {
    const application = yield* findApplication(accountId, id);
    if (application) yield* changeHttps(accountId, application, { https_next_at: until });
  });
}

/** Returns the URL with the domain and the path of the plain one. */
function toHttps(url: string | null, domain: string): string {
  const path = url !== null && URL.canParse(url) ? new URL(url).pathname : '/';
  return `https://${domain}${path}`;
}
