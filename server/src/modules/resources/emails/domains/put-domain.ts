import type { MailDomain, MailDriver } from '../../../../engines/mail/driver.ts';
import type { Vault } from '../../../../kernel/crypto.ts';
import type { Database } from '../../../../kernel/db/database.ts';
import type { Query } from '../../../../kernel/db/query.ts';
import type { JobHandler } from '../../../../kernel/jobs/worker.ts';
import type { Clock } from '../../../../kernel/time.ts';
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
  /** Mailboxes that were removed since the mail server last heard of the domain. */
  removed: string[];
}

/** The work on the mail server. One that is away is asked again until it is back: no change is lost. */
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
    // Where a mail server is away, this begins again and again: one that waits behind is enough for all that changes.
    if (!(yield* isMoreQueued(known.domain))) yield* store.markBegun(accountId, domainId);
    const row = yield* store.findMailDomain(accountId, domainId);
    if (!row) return undefined;
    const sealed = yield* store.findSealedKey(accountId, domainId);
    const dkim = sealed ? { selector: DKIM_SELECTOR, privateKey: vault.open(sealed) } : null;
    const domain = yield* planMailDomain(accountId, row, dkim, clock.now());
    return { domain, removed: yield* store.listRemovals(accountId, domainId) };
  }

  /** A mailbox that was removed and made again is first taken away, with the mail of the one before. */
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
        // Removed meanwhile: the work that takes it away comes next.
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
