import { EngineError, type OperationOptions } from '../../engine.ts';
import { checkMailDomain, checkMailDomainName } from '../domain-rules.ts';
import type { MailDriver } from '../driver.ts';
import { deleteDomain, replaceDomain } from './domain-store.ts';
import { checkMailServer } from './health.ts';
import type { MailServer } from './mail-server.ts';
import { readSizes, sweepRemovals } from './mailbox-folders.ts';
import { withMaps } from './map-database.ts';
import { endSessions } from './sessions.ts';

/**
 * Driver for Dovecot and Postfix (and OpenDKIM) on this machine, which read everything from a database that is written
 * here.
 */
export function createDovecotPostfix(server: MailServer): MailDriver {
  const { dir, host } = server;

  return {
    check: (patienceMs) => checkMailServer(server, patienceMs),

    putDomain: (domain, options) =>
      run(options, async () => {
        checkMailDomain(domain);
        if (domain.name === host) throw new EngineError('conflict', `${host} is the mail server itself.`);
        withMaps(dir, (db) => replaceDomain(db, dir, domain, Date.now()));
        await endSessions(dir);
        await sweepRemovals(dir, Date.now(), domain.name);
      }),

    removeDomain: (name, options) =>
      run(options, async () => {
        checkMailDomainName(name);
        withMaps(dir, (db) => deleteDomain(db, name, Date.now()));
        await endSessions(dir);
        await sweepRemovals(dir, Date.now(), name);
      }),

    usage: (options) =>
      run(options, async () => {
        await endSessions(dir);
        await sweepRemovals(dir, Date.now());
        return readSizes(dir);
      }),
  };
}

async function run<T>(options: OperationOptions | undefined, work: () => Promise<T>): Promise<T> {
  options?.signal?.throwIfAborted();
  try {
    return await work();
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw new EngineError('unreachable', 'The mail server is not available at the moment.', { cause: error });
  }
}
