import type { Database, Query } from '@hostler/database';
import type { MailDomain, MailDriver } from '#engines/mail/driver.ts';
import type { Vault } from '#kernel/crypto.ts';
import type { JobHandler } from '#kernel/jobs/worker.ts';
import type { Clock } from '#kernel/time.ts';
import { DKIM_SELECTOR, makeDkimKey } from './dkim.ts';
import { planMailDomain } from './plan.ts';
import { isMoreQueued, PUT, type PutPayload, REMOVE, type RemovePayload } from './queue.ts';
import * as store from './store.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  vault: Vault;
  mail: MailDriver;
  dkimBits: number;
  republish: (accountId: number, domainId: number, now: number) => Query<void>;
}

interface Plan {
  domain: MailDomain;
  /** Mailboxes removed since the last update of the mail server. */
  removed: string[];
}

/**
 * Returns the jobs that update the mail server. An unreachable server is retried forever, so that no change is lost.
 */
export function mailDomainJobs({ db, clock, vault, mail, dkimBits, republish }: Dependencies): JobHandler[] {
  async function ensureKey({ accountId, domainId }: PutPayload): Promise<void> {
    const known = await db.read(store.findMailDomain(accountId, domainId));
    if (!known || known.dkim_public !== null) return;
    const key = await makeDkimKey(dkimBits);
    await db.write(function* () {
      yield* store.setKey(accountId, domainId, { public: key.public, sealed: vault.seal(key.private) });
      yield* republish(accountId, domainId, clock.now());
    });
  }

  function* begin({ accountId, domainId }: PutPayload): Query<Plan | undefined> {
    const known = yield* store.findMailDomain(accountId, domainId);
    if (!known) return undefined;
    yield* store.hold(accountId, domainId);
    // This runs again with every retry. If a job is already queued behind this one, it covers all later changes.
    if (!(yield* isMoreQueued(known.domain))) yield* store.markBegun(accountId, domainId);
    const row = yield* store.findMailDomain(accountId, domainId);
    if (!row) return undefined;
    const sealed = yield* store.findSealedKey(accountId, domainId);
    const dkim = sealed ? { selector: DKIM_SELECTOR, privateKey: vault.open(sealed) } : null;
    const domain = yield* planMailDomain(accountId, row, dkim, clock.now());
    return { domain, removed: yield* store.listRemovals(accountId, domainId) };
  }

  /** Updates the mail server. A mailbox that was removed and created again is deleted first, with its old mail. */
  async function put({ domain, removed }: Plan, signal: AbortSignal): Promise<void> {
    const gone = new Set(removed);
    const stayed = domain.mailboxes.filter(({ address }) => !gone.has(address));
    if (stayed.length < domain.mailboxes.length) await mail.putDomain({ ...domain, mailboxes: stayed }, { signal });
    await mail.putDomain(domain, { signal });
  }

  return [
    {
      kind: PUT,
      retryForever: true,
      async run({ payload, signal, complete }) {
        const { accountId, domainId } = payload as PutPayload;
        await ensureKey({ accountId, domainId });
        const plan = await db.write(() => begin({ accountId, domainId }));
        // The domain was removed concurrently. The job that removes it comes next.
        if (plan) await put(plan, signal);
        await db.write(function* () {
          if (plan) yield* store.forgetRemovals(accountId, domainId, plan.removed);
          yield* complete();
        });
      },
    },
    {
      kind: REMOVE,
      retryForever: true,
      async run({ payload, signal, complete }) {
        await mail.removeDomain((payload as RemovePayload).domain, { signal });
        await db.write(complete);
      },
    },
  ];
}
